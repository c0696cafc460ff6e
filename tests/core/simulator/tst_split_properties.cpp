// SPDX-License-Identifier: Apache-2.0
// What holds of splits on GPUs of any shape: numbers of GPCs and TPCs, granularity, clusters or
// none.
#include "core/simulator/split_model.h"
#include "core/simulator/unit_length_code.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <rapidcheck.h>

using namespace parterre;

namespace {

struct Request {
    unsigned capacity = 1;
    unsigned minCount = 0;
    unsigned flags = 0;
};

SplitModel anyModel() {
    const auto tpcs =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(1U, 10U)));
    const auto rules = *rc::gen::element(
        SplitRules{}, SplitRules{{4, 2}, {4, 2}, 1}, SplitRules{{2, 2}, {2, 2}, 1},
        SplitRules{{16, 8}, {2, 2}, 16});
    return SplitModel(
        SmTopology::rowMajor(
            {tpcs.begin(), tpcs.begin() + static_cast<int>(std::min<std::size_t>(tpcs.size(), 9))},
            *rc::gen::inRange(0U, 5U)),
        rules);
}

Request anyRequest(const SplitInput& input) {
    return {
        *rc::gen::inRange(1U, 20U), *rc::gen::inRange(0U, input.reportedSmCount + 1),
        *rc::gen::inRange(0U, 3U)};
}

/// The groups, and what is left if anything is.
std::vector<SmAllotment> partsOf(const SplitByCountResult& result) {
    std::vector<SmAllotment> parts = result.groups;
    if (!result.remainder.smIds.empty())
        parts.push_back(result.remainder);
    return parts;
}

/// How many TPCs of each GPC these are.
std::vector<std::size_t> tpcsOfGpcs(const SplitModel& model, const SmSet& smIds) {
    std::vector<std::size_t> tpcs(model.topology().gpcs().size());
    for (const int smId : smIds)
        tpcs[model.topology().gpcOf(smId)] += model.topology().tpcOf(smId).smIds.front() == smId;
    return tpcs;
}

/// Splits, and checks what holds of any split. No parts if it is refused.
std::vector<SmAllotment>
checkedSplit(const SplitModel& model, const SplitInput& input, const Request& request) {
    SplitByCountResult result;
    SplitByCountResult again;
    SplitByCountResult dry;
    const auto split = [&](unsigned capacity, bool dryRun, SplitByCountResult& out) {
        return model.splitByCount(input, capacity, request.minCount, request.flags, dryRun, out);
    };
    const SplitError error = split(request.capacity, false, result);
    RC_ASSERT(split(request.capacity, false, again) == error);
    RC_ASSERT(again == result);
    if (error != SplitError::none) {
        RC_ASSERT(result == SplitByCountResult{});
        return {};
    }
    // A dry run tells how many there could be; a real one makes as many as there is room for.
    RC_ASSERT(split(0, true, dry) == SplitError::none);
    RC_ASSERT(result.groups.size() == std::min<std::size_t>(dry.groups.size(), request.capacity));

    const std::vector<SmAllotment> parts = partsOf(result);
    std::size_t sum = 0;
    for (const SmAllotment& part : parts) {
        sum += part.smIds.size();
        // A part's units are its TPCs.
        const auto tpcs = tpcsOfGpcs(model, part.smIds);
        for (std::size_t g = 0; g < tpcs.size(); ++g) {
            const auto& lengths = part.unitLengths[g];
            RC_ASSERT(std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}) == tpcs[g]);
        }
        RC_ASSERT(model.reportedSmCount({part}) == part.smIds.size());
    }
    // Disjoint, and nothing is lost.
    RC_ASSERT(SplitModel::ownedSms(parts) == input.sms.smIds);
    RC_ASSERT(sum == input.sms.smIds.size());
    RC_ASSERT(model.reportedSmCount(parts) == sum);
    for (const SmAllotment& group : result.groups)
        RC_ASSERT(group.smIds.size() == result.groups.front().smIds.size());
    return parts;
}

} // namespace

class TestSplitProperties : public QObject {
    Q_OBJECT

private slots:
    void splitsOfTheDevice() {
        QVERIFY(rc::check("a device's splits grant at least what was asked", [] {
            const SplitModel model = anyModel();
            const SplitInput input = model.deviceInput();
            const Request request = anyRequest(input);
            const auto parts = checkedSplit(model, input, request);
            if (!parts.empty())
                RC_ASSERT(parts.front().smIds.size() >= request.minCount);
        }));
    }

    /// A context's splits may grant less than was asked, as the real driver's do.
    void splitsOfContexts() {
        QVERIFY(rc::check("three splits deep, of one part or of several", [] {
            const SplitModel model = anyModel();
            SplitInput input = model.deviceInput();
            for (int depth = 0; depth < 3; ++depth) {
                const auto parts = checkedSplit(model, input, anyRequest(input));
                if (parts.empty())
                    return;
                std::vector<SmAllotment> chosen;
                for (const SmAllotment& part : parts)
                    if (chosen.empty() || *rc::gen::arbitrary<bool>())
                        chosen.push_back(part);
                input = model.inputOf(chosen);
                RC_ASSERT(input.sms.smIds == SplitModel::ownedSms(chosen));
                RC_ASSERT(input.reportedSmCount == input.sms.smIds.size());
            }
        }));
    }

    /// Parts of several splits, some of them twice: units add up to more TPCs than there are.
    void splitsOfOverlappingContexts() {
        QVERIFY(rc::check("of parts that share SMs", [] {
            const SplitModel model = anyModel();
            const SplitInput device = model.deviceInput();
            std::vector<SmAllotment> parts;
            for (int i = 0; i < 2; ++i)
                for (const SmAllotment& part : checkedSplit(model, device, anyRequest(device)))
                    parts.push_back(part);
            if (parts.empty())
                return;
            std::vector<SmAllotment> chosen;
            for (int count = *rc::gen::inRange(1, 6); count > 0; --count)
                chosen.push_back(parts[*rc::gen::inRange(std::size_t{0}, parts.size())]);
            const SplitInput input = model.inputOf(chosen);
            RC_ASSERT(input.sms.smIds == SplitModel::ownedSms(chosen));
            const auto tpcs = tpcsOfGpcs(model, input.sms.smIds);
            const UnitLengths& lengths = input.sms.unitLengths;
            RC_ASSERT(unitLengthsOf(codeOf(lengths, tpcs), tpcs) == lengths);
            checkedSplit(model, input, anyRequest(input));
        }));
    }
};

QTEST_GUILESS_MAIN(TestSplitProperties)
#include "tst_split_properties.moc"
