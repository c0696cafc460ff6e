// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/device_profile.h"
#include "core/simulator/sm_mask.h"

#include <optional>
#include <vector>

namespace parterre {

/// Which SMs lie near which part of the memory (13.4), as a profile has it.
///
/// All domains report the same number of SMs: that of the smallest. What a larger one has beyond it
/// are its supplemental SMs, which a group of a structured split gets only if it says so. Which of
/// them they are is published nowhere; here the last ones, GPC by GPC.
class SmLocality {
public:
    /// Without domains in the profile there is one, number 0, with all SMs.
    explicit SmLocality(const DeviceProfile& profile);

    /// At least 1.
    int count() const { return static_cast<int>(m_domains.size()); }

    /// SMs of each, without supplemental ones.
    int smCount() const { return m_smCount; }

    /// The SMs of one domain, or of all with CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY; empty
    /// if there is no such domain.
    std::optional<SmMask> smsOf(unsigned domain, bool withSupplemental) const;

    /// SMs that lie in no domain.
    const SmMask& elsewhere() const { return m_elsewhere; }

private:
    struct Domain {
        SmMask sms;
        SmMask supplemental;
    };

    std::vector<Domain> m_domains;
    SmMask m_elsewhere;
    int m_smCount = 0;
};

} // namespace parterre
