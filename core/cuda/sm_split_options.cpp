// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/sm_split_options.h"

#include "core/driver/abi.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace parterre {
namespace {

/// Settles how many groups there are, field by field.
class GroupCount {
public:
    template <typename T>
    void add(std::string_view field, const PerGroup<T>& values) {
        if (values.isList())
            addList(field, values.size());
        else if (values.isScalar() && field == "count")
            m_scalarCount = true;
    }
    void addList(std::string_view field, std::size_t length) {
        if (length == 0)
            throw InputError(
                std::string(field), "an empty list",
                "one value, or a list with one for each group");
        if (m_scalarCount)
            throw InputError(
                std::string(field), fmt::format("a list of {} beside one count", length),
                "one value; a list where count is a list, too");
        if (m_groups != 0 && m_groups != length)
            throw InputError(
                std::string(field), fmt::format("a list of {}", length),
                fmt::format("{} values, one for each group, as {} has", m_groups, m_decidedBy));
        if (m_groups == 0)
            m_decidedBy = field;
        m_groups = length;
    }
    std::size_t value() const { return std::max<std::size_t>(m_groups, 1); }

private:
    std::size_t m_groups = 0; ///< 0: no list so far
    std::string_view m_decidedBy;
    bool m_scalarCount = false;
};

template <typename T>
std::string nameOf(std::string_view field, const PerGroup<T>& values, std::size_t group) {
    return values.isList() ? fmt::format("{}[{}]", field, group) : std::string(field);
}

/// A group's value of a field that must not be negative.
unsigned atLeastZero(
    std::string_view field, const PerGroup<int>& values, std::size_t group,
    std::string_view allowed = "0 or more") {
    const int value = values.valueFor(group, 0);
    if (value < 0)
        throw InputError(nameOf(field, values, group), std::to_string(value), std::string(allowed));
    return static_cast<unsigned>(value);
}

unsigned domainOf(const PerGroup<int>& values, std::size_t group) {
    if (values.valueFor(group, 0) == anyLocalityDomain)
        return abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY;
    return atLeastZero("locality_domain", values, group, "0 or more, or -1 for any of them");
}

} // namespace

bool SmGroupRequest::needsStructured() const {
    return coscheduledSmCount != 0 || preferredCoscheduledSmCount != 0 || backfill ||
           localityDomain.has_value();
}

std::vector<SmGroupRequest> SmSplitOptions::groups() const {
    if (ignoreCoscheduling && maxCluster)
        throw InputError(
            "max_cluster", "set together with ignore_coscheduling",
            "one of the two; the driver refuses both together");
    GroupCount groupCount;
    groupCount.add("count", count);
    groupCount.add("coscheduled_sm_count", coscheduledSmCount);
    groupCount.add("preferred_coscheduled_sm_count", preferredCoscheduledSmCount);
    groupCount.add("backfill", backfill);
    groupCount.add("locality_domain", localityDomain);
    groupCount.add("supplemental_sms", supplementalSms);
    if (!units.empty())
        groupCount.addList("units", units.size());

    std::set<int> chosen;
    std::vector<SmGroupRequest> requests(groupCount.value());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        SmGroupRequest& request = requests[i];
        request.count = atLeastZero("count", count, i);
        request.coscheduledSmCount = atLeastZero("coscheduled_sm_count", coscheduledSmCount, i);
        request.preferredCoscheduledSmCount =
            atLeastZero("preferred_coscheduled_sm_count", preferredCoscheduledSmCount, i);
        request.backfill = backfill.valueFor(i, false);
        if (localityDomain.isSet())
            request.localityDomain = domainOf(localityDomain, i);
        request.supplementalSms = supplementalSms.valueFor(i, false);
        if (request.supplementalSms && !request.localityDomain)
            throw InputError(
                nameOf("supplemental_sms", supplementalSms, i), "true",
                "false without a locality_domain, whose SMs they are");
        if (!units.empty())
            request.units = units[i];
        for (const int unit : request.units) {
            if (unit < 0)
                throw InputError(fmt::format("units[{}]", i), std::to_string(unit), "0 or more");
            if (!chosen.insert(unit).second)
                throw InputError(
                    fmt::format("units[{}]", i), std::to_string(unit), "units chosen once");
        }
    }
    return requests;
}

} // namespace parterre
