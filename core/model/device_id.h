// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace parterre {

/// Which GPU is meant, as written on the command line and in plans:
/// "gpu:0", "gpu:GPU-UUID", "gpu:PCI-ADDRESS", "sim:h200", "sim:h200@12.4", "sim:FILE.json".
struct DeviceId {
    /// Whether a real GPU is meant or one in software.
    enum class Kind {
        real,      ///< "gpu:"
        simulated, ///< "sim:"
    };

    Kind kind = Kind::simulated; ///< says what `name` is
    /// Real: ordinal, UUID or PCI address. Simulated: a profile's id or the path of a profile file.
    std::string name;
    /// Simulated only: the driver version to imitate, e.g. 12040; empty: newestSimulatedDriver.
    std::optional<int> driverVersion;

    /// Whether such a name of a simulated device is a file's, and no built-in profile's: it has a
    /// slash, or ends in ".json".
    static bool isFile(std::string_view name);

    /// An "@" in a file's name or folder is part of that, unless a driver version follows the last
    /// one and ends the text. Throws InputError naming `field`.
    static DeviceId parse(std::string_view text, const std::string& field = "device");

    /// The text that parses to this id.
    std::string text() const;

    friend bool operator==(const DeviceId&, const DeviceId&) = default;
};

/// The drivers that a simulated GPU can imitate, as cuDriverGetVersion counts. It has the newest
/// one unless told otherwise: the newest whose interface core/driver/abi.h was compared with.
inline constexpr int oldestSimulatedDriver = 11000;
/// The newest of them; see oldestSimulatedDriver.
inline constexpr int newestSimulatedDriver = 13050;

/// "from 11.0 to 13.5": the two as people write them.
std::string simulatedDriverRange();

/// Parses "13.1" to 13010, of whatever driver. Throws InputError naming `field`.
int parseDriverVersion(std::string_view text, const std::string& field);

} // namespace parterre
