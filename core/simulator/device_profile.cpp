// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/device_profile.h"

#include "core/driver/driver.h"
#include "core/model/device_id.h"
#include "core/simulator/embedded_profiles.h"
#include "core/simulator/sm_mask.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>

namespace parterre {
namespace {

struct AttributeWord {
    std::string_view word;
    abi::CUdevice_attribute attribute;
};

/// The attributes as a profile spells them. Those that follow from another field (the SM count, the
/// compute capability) are not among them.
constexpr std::array attributeWords{
    AttributeWord{"max_threads_per_block", abi::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    AttributeWord{"warp_size", abi::CU_DEVICE_ATTRIBUTE_WARP_SIZE},
    AttributeWord{"clock_khz", abi::CU_DEVICE_ATTRIBUTE_CLOCK_RATE},
    AttributeWord{"memory_clock_khz", abi::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE},
    AttributeWord{"memory_bus_bits", abi::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH},
    AttributeWord{"l2_bytes", abi::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
    AttributeWord{"max_threads_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    AttributeWord{"max_blocks_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
    AttributeWord{"registers_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
    AttributeWord{
        "shared_bytes_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
    AttributeWord{
        "shared_bytes_per_block", abi::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
    AttributeWord{"copy_engines", abi::CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT},
    AttributeWord{"ecc", abi::CU_DEVICE_ATTRIBUTE_ECC_ENABLED},
    AttributeWord{"integrated", abi::CU_DEVICE_ATTRIBUTE_INTEGRATED},
    AttributeWord{"compute_mode", abi::CU_DEVICE_ATTRIBUTE_COMPUTE_MODE},
    AttributeWord{"cooperative_launch", abi::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH},
    AttributeWord{"cluster_launch", abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH},
};

/// A finite number within [least, most]; required.
double numberWithin(const JsonReader& reader, std::string_view key, double least, double most) {
    const double value = reader.number(key, least - 1);
    if (value < least || value > most)
        throw InputError(
            reader.pathOf(key), reader.has(key) ? fmt::format("{}", value) : "missing",
            fmt::format("a number from {} to {}", least, most));
    return value;
}

ProfileProvenance provenanceFromJson(const JsonReader& reader) {
    ProfileProvenance provenance;
    provenance.kind = reader.word<ProfileProvenance::Kind>(
        "kind",
        {{"recorded", ProfileProvenance::Kind::recorded},
         {"modelled", ProfileProvenance::Kind::modelled}},
        ProfileProvenance::Kind::modelled);
    provenance.date = reader.string("date");
    provenance.driverVersion =
        parseDriverVersion(reader.string("driver_version"), reader.pathOf("driver_version"));
    provenance.source = reader.string("source");
    return provenance;
}

DeviceRates ratesFromJson(const JsonReader& reader) {
    constexpr double tera = 1e12;
    constexpr double giga = 1e9;
    DeviceRates rates;
    rates.fp32FlopsPerSm = numberWithin(reader, "fp32_tflops_per_sm", 1e-6, 1e3) * tera;
    rates.copyBytesPerSm = numberWithin(reader, "copy_gbs_per_sm", 1e-6, 1e6) * giga;
    rates.memoryBytesPerSecond = numberWithin(reader, "memory_gbs", 1e-6, 1e6) * giga;
    rates.memorySaturation = numberWithin(reader, "memory_saturation", 1, 100);
    rates.memcpyBytesPerSecond = numberWithin(reader, "memcpy_gbs", 1e-6, 1e6) * giga;
    rates.hostLinkBytesPerSecond = numberWithin(reader, "host_link_gbs", 1e-6, 1e6) * giga;
    rates.connectionOverlap = numberWithin(reader, "connection_overlap", 1, 100);
    rates.frontEndStreams = numberWithin(reader, "front_end_streams", 1, 1e4);
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
    costs.greenContextBytes = reader.integer("green_context_bytes", 0, std::int64_t{1} << 40);
    return costs;
}

std::string hexadecimal(const JsonReader& reader, std::string_view key, std::size_t digits) {
    std::string text = reader.string(key);
    if (text.size() != digits || text.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw InputError(
            reader.pathOf(key), '"' + text + '"',
            fmt::format("{} hexadecimal digits in lower case", digits));
    return text;
}

std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file && !file.eof())
        throw InputError("device profile", '"' + path + '"', "a file that can be read");
    return text;
}

} // namespace

std::string ProfileProvenance::sentence(const std::string& deviceName) const {
    if (kind == Kind::recorded)
        return fmt::format(
            "Recorded on an {}, driver {}, {}", deviceName, driverVersionText(driverVersion), date);
    return fmt::format("Modelled on published figures of the {}, {}", deviceName, date);
}

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
    profile.uuid = hexadecimal(reader, "uuid", 32);
    profile.pciAddress = reader.string("pci_address");
    profile.memoryBytes =
        reader.integer("memory_bytes", std::int64_t{1} << 20, std::int64_t{1} << 44);
    profile.smCount =
        static_cast<int>(reader.integer("sm_count", 2, static_cast<int>(maxSimulatedSms)));
    profile.rates = ratesFromJson(reader.object("rates"));
    profile.costs = costsFromJson(reader.object("costs"));

    const JsonReader capability = reader.object("compute_capability");
    profile.attributes[abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] =
        static_cast<int>(capability.integer("major", 1, 99));
    profile.attributes[abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR] =
        static_cast<int>(capability.integer("minor", 0, 9));
    profile.attributes[abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT] = profile.smCount;

    const JsonReader attributes = reader.object("attributes");
    for (const AttributeWord& known : attributeWords)
        profile.attributes[known.attribute] =
            static_cast<int>(attributes.integer(known.word, 0, std::numeric_limits<int>::max()));
    if (profile.attribute(abi::CU_DEVICE_ATTRIBUTE_WARP_SIZE) == 0)
        throw InputError(attributes.pathOf("warp_size"), "0", "a whole number from 1");

    profile.document = document;
    return profile;
}

DeviceProfile DeviceProfile::load(const std::string& name) {
    if (name.ends_with(".json"))
        return fromJson(parseJson(readFile(name), name), name);
    for (const EmbeddedProfile& embedded : embeddedProfiles())
        if (embedded.id == name)
            return fromJson(parseJson(embedded.text, name), name);
    std::string allowed;
    for (const std::string& id : builtIn())
        allowed += id + ", ";
    throw InputError("simulated device", '"' + name + '"', allowed + "or the path of a .json file");
}

std::vector<std::string> DeviceProfile::builtIn() {
    std::vector<std::string> ids;
    for (const EmbeddedProfile& embedded : embeddedProfiles())
        ids.emplace_back(embedded.id);
    return ids;
}

} // namespace parterre
