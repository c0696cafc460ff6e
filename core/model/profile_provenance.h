// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <string>
#include <vector>

namespace parterre {

/// Where a simulated device's figures come from.
struct ProfileProvenance {
    /// How the figures were found.
    enum class Kind {
        recorded, ///< measured on the real GPU, by the driver named
        modelled, ///< anything else: from published figures, say
    };
    /// Where some of the figures were published.
    struct Source {
        std::string figures;  ///< "SM, TPC and GPC counts"
        std::string document; ///< with the section or table

        friend bool operator==(const Source&, const Source&) = default;
    };

    Kind kind = Kind::modelled; ///< how the figures were found
    std::string date;           ///< "2026-12-01"
    int driverVersion = 0; ///< 13000 is 13.0; the version that a simulated driver has by default
    std::string source;    ///< one sentence: what was measured, what was read where
    std::vector<Source> sources;      ///< may be empty
    std::vector<std::string> guesses; ///< what nobody measured or published; may be empty

    /// "recorded" or "modelled".
    std::string_view kindWord() const;
    /// "Recorded on an NVIDIA H200, driver 13.0, 2026-12-01".
    std::string sentence(const std::string& deviceName) const;

    friend bool operator==(const ProfileProvenance&, const ProfileProvenance&) = default;
};

/// The JSON object that provenanceFromJson() reads.
void to_json(Json& json, const ProfileProvenance& provenance);
/// Throws InputError naming the field.
ProfileProvenance provenanceFromJson(const JsonReader& reader);

} // namespace parterre
