// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <optional>
#include <string>

namespace parterre {

/// How grave a diagnostic is: only an error keeps a plan from being applied.
enum class Severity {
    info,    ///< a remark
    warning, ///< it can be applied, and differs from what was asked for or what one may expect
    error,   ///< applying would be refused
};

/// A change of the plan that would settle a diagnostic, for a button to apply.
struct Fix {
    /// What a fix changes.
    enum class Kind {
        setSmCount,             ///< group gets `value` SMs
        setGroupCount,          ///< keep only the first `value` groups
        useRemainder,           ///< the remainder becomes a partition
        useSmallestUnits,       ///< ignore co-scheduling: 2-SM units
        setHardwareConnections, ///< restart the engine with CUDA_DEVICE_MAX_CONNECTIONS=`value`
    };
    std::string title;            ///< what the button says, e.g. "Use 24"
    Kind kind = Kind::setSmCount; ///< what it changes
    int value = 0;                ///< a count, where the kind has one
};

/// Something the user should know about a plan before applying it.
struct Diagnostic {
    Severity severity = Severity::info; ///< how grave it is
    /// Stable word for scripts: rounded_up, fewer_groups, no_remainder, below_minimum,
    /// too_many_partitions, too_many_sms, cluster_limited, unsupported, …
    std::string code;
    /// Full name of the group it is about; empty when it is about the whole plan.
    std::string group;
    std::string message;    ///< one sentence: what is so
    std::string why;        ///< one or two sentences: the rule behind it
    std::string hint;       ///< what to do about it; may be empty
    std::optional<Fix> fix; ///< what would settle it; empty where nothing simple does
    /// Full name of the group whose split it is about, and that a fix changes; empty: the plan's
    /// own.
    std::string split = {};
};

/// The JSON object that diagnosticFromJson() reads.
void to_json(Json& json, const Diagnostic& diagnostic);
/// Throws InputError naming the field.
Diagnostic diagnosticFromJson(const JsonReader& reader);

std::string_view severityWord(Severity severity); ///< "info", "warning" or "error"

} // namespace parterre
