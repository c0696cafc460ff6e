// SPDX-License-Identifier: Apache-2.0
#include "core/model/profile_provenance.h"

#include "core/model/device_id.h"
#include "core/model/driver_version.h"

#include <fmt/format.h>

#include <cctype>

namespace parterre {
namespace {

using Kind = ProfileProvenance::Kind;

const std::vector<std::pair<std::string_view, Kind>> kinds{
    {"recorded", Kind::recorded}, {"modelled", Kind::modelled}};

/// As 2026-12-01; no calendar is asked.
bool isDate(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-dd";
    if (text.size() != form.size())
        return false;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == 'd' ? std::isdigit(static_cast<unsigned char>(text[i])) == 0
                           : text[i] != form[i])
            return false;
    return true;
}

} // namespace

std::string_view ProfileProvenance::kindWord() const {
    return kinds[static_cast<std::size_t>(kind)].first;
}

std::string ProfileProvenance::sentence(const std::string& deviceName) const {
    return fmt::format(
        "{} {}, driver {}, {}", kind == Kind::recorded ? "Recorded on an" : "Modelled after the",
        deviceName, driverVersionText(driverVersion), date);
}

void to_json(Json& json, const ProfileProvenance& provenance) {
    json = Json::object();
    json["kind"] = provenance.kindWord();
    json["date"] = provenance.date;
    json["driver_version"] = driverVersionText(provenance.driverVersion);
    json["source"] = provenance.source;
    json["sources"] = Json::array();
    for (const ProfileProvenance::Source& source : provenance.sources)
        json["sources"].push_back({{"figures", source.figures}, {"document", source.document}});
    json["guesses"] = provenance.guesses;
}

ProfileProvenance provenanceFromJson(const JsonReader& reader) {
    ProfileProvenance provenance;
    if (!reader.has("kind"))
        throw InputError(reader.pathOf("kind"), "missing", "recorded, modelled");
    provenance.kind = reader.word<Kind>("kind", kinds, Kind::modelled);
    provenance.date = reader.string("date");
    if (!isDate(provenance.date))
        throw InputError(
            reader.pathOf("date"), '"' + provenance.date + '"', "a date such as 2026-12-01");
    provenance.driverVersion =
        parseDriverVersion(reader.string("driver_version"), reader.pathOf("driver_version"));
    provenance.source = reader.string("source");
    reader.forEach("sources", [&](const JsonReader& source) {
        provenance.sources.push_back({source.string("figures"), source.string("document")});
    });
    provenance.guesses = reader.strings("guesses");
    return provenance;
}

} // namespace parterre
