// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/device_profile.h"

#include "core/model/device_id.h"
#include "core/model/driver_version.h"
#include "core/simulator/embedded_profiles.h"
#include "core/simulator/profile_attributes.h"
#include "core/simulator/sm_mask.h"
#include "core/simulator/sm_topology.h"
#include "core/simulator/unit_length_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace parterre {
namespace {

/// A finite number within [least, most]; required.
double numberWithin(const JsonReader& reader, std::string_view key, double least, double most) {
    const double value = reader.number(key, least - 1);
    if (value < least || value > most)
        throw InputError(
            reader.pathOf(key), reader.has(key) ? fmt::format("{}", value) : "missing",
            allowedRange("a number", least, most));
    return value;
}

/// The same for a field that may be absent.
double numberWithin(
    const JsonReader& reader, std::string_view key, double least, double most, double fallback) {
    return reader.has(key) ? numberWithin(reader, key, least, most) : fallback;
}

DeviceRates ratesFromJson(const JsonReader& reader) {
    constexpr double tera = 1e12;
    constexpr double giga = 1e9;
    constexpr double micro = 1e-6;
    DeviceRates rates;
    rates.fp32FlopsPerSm = numberWithin(reader, "fp32_tflops_per_sm", 1e-6, 1e3) * tera;
    rates.copyBytesPerSm = numberWithin(reader, "copy_gbs_per_sm", 1e-6, 1e6) * giga;
    rates.memoryLatency = numberWithin(reader, "memory_latency_us", 0, 1e3, 0) * micro;
    rates.memoryBytesPerSecond = numberWithin(reader, "memory_gbs", 1e-6, 1e6) * giga;
    rates.memorySaturation = numberWithin(reader, "memory_saturation", 1, 100);
    rates.tensorFlopsPerSm = numberWithin(reader, "bf16_tflops_per_sm", 0, 1e4, 0) * tera;
    rates.readBytesPerSecond = numberWithin(reader, "read_gbs", 0, 1e6, 0) * giga;
    rates.l2BytesPerSm = numberWithin(reader, "l2_gbs_per_sm", 0, 1e6, 0) * giga;
    rates.l2BytesPerSecond = numberWithin(reader, "l2_gbs", 0, 1e6, 0) * giga;
    rates.memcpyBytesPerSecond = numberWithin(reader, "memcpy_gbs", 1e-6, 1e6) * giga;
    rates.hostLinkBytesPerSecond = numberWithin(reader, "host_link_gbs", 1e-6, 1e6) * giga;
    rates.connectionOverlap = numberWithin(reader, "connection_overlap", 1, 100);
    rates.connectionOverlapPerStream =
        numberWithin(reader, "connection_overlap_per_stream", 0, 1, 0);
    rates.frontEndStreams = numberWithin(reader, "front_end_streams", 1, 1e4);
    rates.connectionSpreadStreams = numberWithin(reader, "connection_spread_streams", 0, 1e6, 0);
    rates.jitter = numberWithin(reader, "jitter", 0, 0.5);
    return rates;
}

DeviceCosts costsFromJson(const JsonReader& reader) {
    constexpr double micro = 1e-6;
    constexpr double longest = 1e6; // a second
    DeviceCosts costs;
    const auto seconds = [&](std::string_view key) {
        return numberWithin(reader, key, 0, longest) * micro;
    };
    costs.operationStart = seconds("operation_start_us");
    costs.greenContextCreate = seconds("green_context_create_us");
    costs.greenContextDestroy = seconds("green_context_destroy_us");
    costs.streamCreate = seconds("stream_create_us");
    costs.streamDestroy = seconds("stream_destroy_us");
    costs.split = seconds("split_us");
    const auto callCost = [&](const std::string& call) {
        const double median = numberWithin(reader, call + "_us", 0, longest, 0);
        const double p99 = numberWithin(reader, call + "_p99_us", median, longest, median);
        return CallCost{median * micro, p99 * micro};
    };
    costs.launch = callCost("launch");
    costs.synchronize = callCost("synchronize");
    costs.greenContextBytes = reader.integer("green_context_bytes", 0, std::int64_t{1} << 40);
    return costs;
}

/// A list of GPCs, each a list of TPCs, each a list of SM ids; all SMs, each once.
std::vector<std::vector<std::vector<int>>> gpcsFromJson(const JsonReader& reader, int smCount) {
    const std::string path = reader.pathOf("gpcs");
    const std::string allowed = fmt::format(
        "a list of GPCs, each a list of TPCs, each a list of 1 or 2 SM ids below {}", smCount);
    const auto refuse = [&](const std::string& value) { throw InputError(path, value, allowed); };
    const auto eachOf = [&](const Json& list, const auto& visit) {
        if (!list.is_array())
            refuse(list.is_null() ? "missing" : list.dump());
        for (const Json& item : list)
            visit(item);
    };
    SmMask seen;
    std::vector<std::vector<std::vector<int>>> gpcs;
    eachOf(reader.raw("gpcs"), [&](const Json& gpc) {
        gpcs.emplace_back();
        eachOf(gpc, [&](const Json& tpc) {
            gpcs.back().emplace_back();
            eachOf(tpc, [&](const Json& sm) {
                if (!sm.is_number_integer() || sm.get<double>() < 0 || sm.get<double>() >= smCount)
                    refuse(sm.dump());
                if (seen.test(sm.get<std::size_t>()))
                    refuse(fmt::format("SM {} twice", sm.dump()));
                seen.set(sm.get<std::size_t>());
                gpcs.back().back().push_back(sm.get<int>());
            });
        });
    });
    if (seen.count() != static_cast<std::size_t>(smCount))
        refuse(fmt::format("only {} of {} SMs", seen.count(), smCount));
    unsigned smsPerTpc = 0;
    try {
        smsPerTpc = SmTopology::ofIds(gpcs).smsPerTpc();
    } catch (const std::invalid_argument& error) {
        refuse(error.what());
    }
    constexpr unsigned mostSmsPerTpc = 2; // splits go in steps of 2
    if (smsPerTpc > mostSmsPerTpc)
        refuse(fmt::format("{} SMs in a TPC", smsPerTpc));
    if (const unsigned tpcs = static_cast<unsigned>(smCount) / smsPerTpc; tpcs > maxSimulatedTpcs)
        refuse(fmt::format("{} TPCs, more than {}", tpcs, maxSimulatedTpcs));
    return gpcs;
}

/// Lists of GPCs by number, none of them in two domains.
std::vector<std::vector<int>> localityDomainsFromJson(const JsonReader& topology, int gpcCount) {
    std::vector<std::vector<int>> domains;
    if (!topology.has("locality_domains"))
        return domains;
    const std::string path = topology.pathOf("locality_domains");
    const std::string allowed = fmt::format(
        "a list of domains, each a list of GPCs from 0 to {}, each in one at most", gpcCount - 1);
    const auto refuse = [&](const std::string& value) { throw InputError(path, value, allowed); };
    std::set<int> seen;
    const Json& list = topology.raw("locality_domains");
    if (!list.is_array() || list.empty())
        refuse(list.dump());
    for (const Json& domain : list) {
        if (!domain.is_array() || domain.empty())
            refuse(domain.dump());
        domains.emplace_back();
        for (const Json& gpc : domain) {
            if (!gpc.is_number_integer() || gpc.get<double>() < 0 || gpc.get<double>() >= gpcCount)
                refuse(gpc.dump());
            if (!seen.insert(gpc.get<int>()).second)
                refuse(fmt::format("GPC {} twice", gpc.dump()));
            domains.back().push_back(gpc.get<int>());
        }
    }
    return domains;
}

/// How fine splits are, if the profile says so.
std::optional<DeviceGranularity> granularityFromJson(const JsonReader& profile, int smCount) {
    if (!profile.has("sm_resource"))
        return {};
    const JsonReader reader = profile.object("sm_resource");
    constexpr int mostBlocks = 64;
    const auto count = [&](std::string_view key, int most) {
        return static_cast<int>(reader.integer(key, 1, most));
    };
    const DeviceGranularity granularity{
        count("min_partition_size", smCount), count("coscheduled_alignment", smCount),
        count("max_cluster_size", mostBlocks)};
    return granularity;
}

/// Both must be whole TPCs.
void requireWholeTpcs(
    const JsonReader& profile, const DeviceGranularity& granularity, int smsPerTpc) {
    const JsonReader reader = profile.object("sm_resource");
    const auto require = [&](std::string_view key, int value) {
        if (value % smsPerTpc != 0)
            throw InputError(
                reader.pathOf(key), std::to_string(value),
                fmt::format("a multiple of the {} SMs of a TPC", smsPerTpc));
    };
    require("min_partition_size", granularity.minPartitionSize);
    require("coscheduled_alignment", granularity.coscheduledAlignment);
}

bool isUuid(std::string_view text) {
    constexpr std::size_t digits = 32;
    return text.size() == digits &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Lower case, with the domain.
bool isPciAddress(std::string_view text) {
    constexpr std::string_view form = "xxxx:xx:xx.o";
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    constexpr std::string_view octal = "01234567";
    const auto fits = [&](char c, char wanted) {
        return wanted == 'x'   ? hexadecimal.find(c) != std::string_view::npos
               : wanted == 'o' ? octal.find(c) != std::string_view::npos
                               : c == wanted;
    };
    return text.size() == form.size() && std::equal(text.begin(), text.end(), form.begin(), fits);
}

std::string readFile(const std::string& path, const std::string& field) {
    std::ifstream file(path, std::ios::binary);
    // Opening a folder succeeds; only reading it would throw.
    if (std::error_code ignored; !file || std::filesystem::is_directory(path, ignored))
        throw InputError(field, fmt::format("\"{}\"", path), "a profile's file that can be read");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

int DeviceProfile::attribute(abi::CUdevice_attribute which) const {
    const auto found = attributes.find(which);
    return found == attributes.end() ? 0 : found->second;
}

DeviceProfile DeviceProfile::fromJson(const Json& document, const std::string& source) {
    const JsonReader reader(document, source);
    constexpr int formatVersion = 1;
    reader.integer("version", formatVersion, formatVersion);

    DeviceProfile profile;
    profile.id = reader.string("id");
    profile.name = reader.string("name");
    profile.provenance = provenanceFromJson(reader.object("provenance"));
    profile.uuid = reader.string("uuid");
    if (!isUuid(profile.uuid))
        throw InputError(
            reader.pathOf("uuid"), fmt::format("\"{}\"", profile.uuid),
            "32 hexadecimal digits in lower case");
    profile.pciAddress = reader.string("pci_address");
    if (!isPciAddress(profile.pciAddress))
        throw InputError(
            reader.pathOf("pci_address"), fmt::format("\"{}\"", profile.pciAddress),
            "an address such as 0000:1b:00.0");
    profile.memoryBytes =
        reader.integer("memory_bytes", std::int64_t{1} << 20, std::int64_t{1} << 44);
    profile.smCount =
        static_cast<int>(reader.integer("sm_count", 2, static_cast<int>(maxSimulatedSms)));
    const JsonReader topology = reader.object("topology");
    profile.gpcs = gpcsFromJson(topology, profile.smCount);
    profile.localityDomains =
        localityDomainsFromJson(topology, static_cast<int>(profile.gpcs.size()));
    profile.granularity = granularityFromJson(reader, profile.smCount);
    if (profile.granularity)
        requireWholeTpcs(
            reader, *profile.granularity, static_cast<int>(profile.gpcs.front().front().size()));
    profile.rates = ratesFromJson(reader.object("rates"));
    profile.costs = costsFromJson(reader.object("costs"));

    const JsonReader capability = reader.object("compute_capability");
    profile.attributes[abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] =
        static_cast<int>(capability.integer("major", 1, 99));
    profile.attributes[abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR] =
        static_cast<int>(capability.integer("minor", 0, 9));
    profile.attributes[abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT] = profile.smCount;

    const JsonReader attributes = reader.object("attributes");
    for (const ProfileAttribute& known : profileAttributes)
        profile.attributes[known.attribute] =
            static_cast<int>(attributes.integer(known.word, 0, std::numeric_limits<int>::max()));
    if (profile.attribute(abi::CU_DEVICE_ATTRIBUTE_WARP_SIZE) == 0)
        throw InputError(attributes.pathOf("warp_size"), "0", "a whole number from 1");

    return profile;
}

DeviceProfile DeviceProfile::load(const std::string& name, const std::string& field) {
    if (DeviceId::isFile(name))
        return fromJson(parseJson(readFile(name, field), name), name);
    for (const EmbeddedProfile& embedded : embeddedProfiles())
        if (embedded.id == name)
            return fromJson(parseJson(embedded.text, name), name);
    std::string allowed;
    for (const std::string& id : builtIn())
        allowed += fmt::format("sim:{}, ", id);
    throw InputError(
        field, fmt::format("\"sim:{}\"", name),
        allowed + "or sim: with the path of a profile (.json)");
}

std::vector<std::string> DeviceProfile::builtIn() {
    std::vector<std::string> ids;
    for (const EmbeddedProfile& embedded : embeddedProfiles())
        ids.emplace_back(embedded.id);
    const auto recorded = std::find(ids.begin(), ids.end(), "h200");
    std::rotate(ids.begin(), recorded, recorded + 1);
    return ids;
}

} // namespace parterre
