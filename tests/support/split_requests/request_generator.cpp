// SPDX-License-Identifier: Apache-2.0
#include "tests/support/split_requests/request_generator.h"

#include <algorithm>
#include <limits>

namespace parterre::test {
namespace {

using Kind = ResourceName::Kind;

constexpr unsigned ignoreCoscheduling = 1;
constexpr unsigned plenty = 256; ///< groups: more than any split makes

ResourceName device() {
    return {};
}

ResourceName contextOf(std::size_t step) {
    return {Kind::context, step, 0};
}

ResourceName group(unsigned number, std::size_t step) {
    return {Kind::group, step, number};
}

ResourceName remainderOf(std::size_t step) {
    return {Kind::remainder, step, 0};
}

/// The number of the step that is added.
std::size_t add(SplitRequest& request, RequestStep step) {
    request.steps.push_back(std::move(step));
    return request.steps.size() - 1;
}

std::size_t addContext(SplitRequest& request, std::vector<ResourceName> resources) {
    return add(request, ContextStep{std::move(resources)});
}

std::size_t addSplit(
    SplitRequest& request, const ResourceName& input, unsigned flags, unsigned minCount,
    unsigned capacity = plenty) {
    return add(request, SplitStep{input, flags, minCount, capacity, false, true});
}

/// The order in which a wrong call is checked: each combination of what can be wrong at once.
std::vector<SplitRequest> wrongInSeveralWays(unsigned smCount) {
    std::vector<SplitRequest> requests;
    for (const unsigned flags : {0U, 1U, 2U, 3U, 4U, 5U, 8U, 0x80000000U}) {
        for (const unsigned capacity : {0U, 1U}) {
            for (const unsigned minCount : {8U, smCount + 1, 0xffffffffU}) {
                SplitRequest request;
                const std::size_t first = addSplit(request, device(), 0, 16, 2);
                const std::size_t all = addSplit(request, device(), 0, smCount, 1);
                const ResourceName inputs[]{device(), group(0, first), remainderOf(all)};
                for (const ResourceName& input : inputs) {
                    for (const bool dryRun : {false, true})
                        add(request, SplitStep{input, flags, minCount, capacity, dryRun, true});
                }
                requests.push_back(std::move(request));
            }
        }
    }
    return requests;
}

std::vector<SplitRequest> dryRunCapacities() {
    std::vector<SplitRequest> requests;
    for (const unsigned flags : {0U, 1U, 2U, 3U}) {
        for (const unsigned minCount : {0U, 1U, 8U, 20U, 64U, 132U, 133U}) {
            SplitRequest request;
            for (const unsigned capacity : {0U, 1U, 2U, 7U, 15U, 16U, 66U, plenty})
                add(request, SplitStep{device(), flags, minCount, capacity, true, true});
            add(request, SplitStep{device(), flags, minCount, 1, true, false});
            requests.push_back(std::move(request));
        }
    }
    return requests;
}

/// Clusters of groups of every size, by flags and number of groups.
std::vector<SplitRequest> clustersOfEverySize(unsigned smCount) {
    std::vector<SplitRequest> requests;
    for (const unsigned flags : {1U, 2U, 0U}) {
        const unsigned step = flags == ignoreCoscheduling ? 2 : 8;
        for (unsigned size = step; size <= smCount; size += step) {
            for (const unsigned capacity : {plenty, 1U, 2U}) {
                if (capacity == 2 && size * 2 > smCount)
                    continue;
                SplitRequest request;
                const std::size_t made = addSplit(request, device(), flags, size, capacity);
                addContext(request, {group(0, made)});
                if (capacity != 1)
                    addContext(request, {group(plenty - 1, made)});
                addContext(request, {remainderOf(made)});
                requests.push_back(std::move(request));
            }
        }
    }
    return requests;
}

} // namespace

RequestGenerator::RequestGenerator(std::uint64_t seed, unsigned smCount)
    : m_random(seed)
    , m_smCount(smCount) {}

SplitRequest RequestGenerator::any() {
    const std::uint64_t choice = below(100);
    if (choice < 25)
        return plain();
    if (choice < 60)
        return nested();
    if (choice < 80)
        return combined();
    if (choice < 87)
        return dryRuns();
    if (choice < 93)
        return refused();
    return scattered();
}

std::vector<SplitRequest> RequestGenerator::targeted(std::size_t count) {
    std::vector<SplitRequest> requests = wrongInSeveralWays(m_smCount);
    for (const auto& more : {dryRunCapacities(), clustersOfEverySize(m_smCount)})
        requests.insert(requests.end(), more.begin(), more.end());
    requests.resize(std::min(requests.size(), count));
    while (requests.size() < count)
        requests.push_back(scattered());
    return requests;
}

unsigned RequestGenerator::flags() {
    return oneIn(40) ? 3 : number(0, 2);
}

unsigned RequestGenerator::minCount(unsigned most) {
    switch (below(8)) {
    case 0:
        return number(0, 9);
    case 1:
        return number(0, most + 8);
    case 2:
        return number(1, most / 8 + 1) * 8;
    case 3:
        return number(1, most / 2);
    default:
        return number(1, most / 3 + 1);
    }
}

SplitStep RequestGenerator::split(const ResourceName& input, unsigned most) {
    SplitStep step{input, flags(), minCount(most), plenty, false, true};
    if (!oneIn(3))
        step.capacity = oneIn(20) ? 0 : number(1, 12);
    step.wantsRemainder = !oneIn(20);
    return step;
}

void RequestGenerator::look(SplitRequest& request, std::size_t split, unsigned contexts) {
    for (unsigned i = 0; i < contexts; ++i)
        addContext(request, {oneIn(3) ? remainderOf(split) : group(number(0, 40), split)});
}

SplitRequest RequestGenerator::plain() {
    SplitRequest request;
    const std::size_t made = add(request, split(device(), m_smCount));
    look(request, made, number(1, 3));
    return request;
}

/// Split, a context of some of it, split that, and so on.
SplitRequest RequestGenerator::nested() {
    SplitRequest request;
    std::size_t made = add(request, split(device(), m_smCount));
    unsigned most = m_smCount;
    const unsigned depth = number(1, 3);
    for (unsigned i = 0; i < depth; ++i) {
        std::vector<ResourceName> resources;
        switch (below(3)) {
        case 0:
            resources = {group(number(0, 20), made)};
            break;
        case 1:
            resources = {remainderOf(made)};
            break;
        default:
            for (unsigned count = number(2, 5); count > 0; --count)
                resources.push_back(group(number(0, 20), made));
            if (oneIn(3))
                resources.push_back(remainderOf(made));
            break;
        }
        const std::size_t context = addContext(request, resources);
        most = std::max(most * 2 / 3, 8U);
        made = add(request, split(contextOf(context), most));
        look(request, made, number(1, 2));
    }
    return request;
}

/// Descriptors of several resources: of one split, of two, of both and the device, with repeats.
SplitRequest RequestGenerator::combined() {
    SplitRequest request;
    const std::size_t first = oneIn(2) ? addSplit(request, device(), number(0, 2), number(1, 24))
                                       : add(request, split(device(), m_smCount / 2));
    const std::size_t second = add(request, split(device(), m_smCount));
    for (unsigned contexts = number(1, 3); contexts > 0; --contexts) {
        const unsigned sources = number(1, 4);
        std::vector<ResourceName> resources;
        for (unsigned count = number(1, 6); count > 0; --count) {
            const std::size_t from = sources > 2 || oneIn(2) ? first : second;
            resources.push_back(group(number(0, 66), from));
            if (oneIn(6))
                resources.push_back(resources[below(resources.size())]);
        }
        if (oneIn(4))
            resources.push_back(remainderOf(oneIn(3) ? second : first));
        if (oneIn(25))
            resources.push_back(device());
        if (oneIn(4))
            std::swap(resources.front(), resources.back());
        const std::size_t context = addContext(request, resources);
        if (oneIn(2)) {
            const std::size_t made = add(request, split(contextOf(context), 48));
            look(request, made, 1);
        }
        // A resource of a context, beside others.
        if (oneIn(8))
            addContext(request, {contextOf(context), group(number(0, 66), first)});
    }
    return request;
}

SplitRequest RequestGenerator::dryRuns() {
    SplitRequest request;
    ResourceName input = device();
    if (oneIn(2)) {
        const std::size_t made = addSplit(request, device(), number(0, 2), number(1, 48));
        input = contextOf(
            addContext(request, {oneIn(2) ? remainderOf(made) : group(number(0, 20), made)}));
    }
    for (unsigned i = number(2, 5); i > 0; --i) {
        SplitStep step = split(input, m_smCount);
        step.dryRun = true;
        add(request, step);
        step.dryRun = false;
        step.capacity = oneIn(2) ? plenty : step.capacity;
        add(request, step);
    }
    return request;
}

SplitRequest RequestGenerator::refused() {
    SplitRequest request;
    const std::size_t made = add(request, split(device(), m_smCount));
    for (unsigned i = number(1, 4); i > 0; --i) {
        SplitStep step = split(device(), m_smCount);
        switch (below(5)) {
        case 0:
            step.input = group(number(0, 20), made);
            break;
        case 1:
            step.input = remainderOf(made);
            break;
        case 2:
            step.flags = one({3U, 4U, 5U, 6U, 16U, 0xffffffffU});
            break;
        case 3:
            step.minCount = one({133U, 200U, 0x7fffffffU, 0xfffffffeU, 0xffffffffU});
            break;
        default:
            step.capacity = 0;
            break;
        }
        step.dryRun = oneIn(4);
        add(request, step);
    }
    addContext(request, {remainderOf(made)});
    return request;
}

/// A context of TPCs from anywhere, split again.
SplitRequest RequestGenerator::scattered() {
    SplitRequest request;
    const std::size_t units = addSplit(request, device(), ignoreCoscheduling, 2);
    std::vector<unsigned> tpcs(m_smCount / 2);
    for (unsigned i = 0; i < tpcs.size(); ++i)
        tpcs[i] = i;
    for (std::size_t i = tpcs.size() - 1; i > 0; --i)
        std::swap(tpcs[i], tpcs[below(i + 1)]);
    // Few as often as many: what has no unit of 8 is rare among large ones.
    const unsigned most = one({8U, 16U, 32U, static_cast<unsigned>(tpcs.size())});
    tpcs.resize(number(2, most));
    if (oneIn(2))
        std::sort(tpcs.begin(), tpcs.end());
    std::vector<ResourceName> resources;
    for (const unsigned tpc : tpcs)
        resources.push_back(group(tpc, units));
    const std::size_t context = addContext(request, resources);
    const unsigned sms = static_cast<unsigned>(tpcs.size()) * 2;
    for (unsigned i = number(1, 3); i > 0; --i) {
        SplitStep step{
            contextOf(context),
            oneIn(4) ? ignoreCoscheduling : one({0U, 0U, 2U}),
            oneIn(2) ? number(0, 8) : number(1, sms + 2),
            plenty,
            false,
            true};
        if (oneIn(3))
            step.capacity = number(1, 4);
        const std::size_t made = add(request, step);
        addContext(request, {group(0, made)});
        if (oneIn(2))
            addContext(request, {group(number(1, 6), made)});
        if (oneIn(2))
            addContext(request, {remainderOf(made)});
    }
    return request;
}

} // namespace parterre::test
