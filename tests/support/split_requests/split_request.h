// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace parterre::test {

/// A resource of a request, by the step that made it: "device", "context 2", "group 5 of 1" or
/// "remainder of 1", steps counted from 0.
struct ResourceName {
    enum class Kind { device, context, group, remainder };

    Kind kind = Kind::device;
    std::size_t step = 0;
    /// Modulo the number of groups that the split made, so that a request can be written without
    /// knowing it.
    unsigned group = 0;

    std::string text() const;
    /// Throws InputError.
    static ResourceName parse(const std::string& text);
};

/// cuDevSmResourceSplitByCount.
struct SplitStep {
    ResourceName input;
    unsigned flags = 0;
    unsigned minCount = 0;
    unsigned capacity = 1;      ///< what *nbGroups holds before the call
    bool dryRun = false;        ///< result == NULL
    bool wantsRemainder = true; ///< remaining != NULL
};

/// cuDevResourceGenerateDesc, cuGreenCtxCreate, and what the context then has.
struct ContextStep {
    std::vector<ResourceName> resources; ///< at least one: driver 580 crashes on none
};

using RequestStep = std::variant<SplitStep, ContextStep>;

/// Calls that build on one another, each with what earlier ones gave; all is let go of at the end.
struct SplitRequest {
    std::vector<RequestStep> steps;

    std::size_t contextCount() const;
    Json json() const;
    /// Throws InputError.
    static SplitRequest parse(const Json& value);
};

} // namespace parterre::test
