// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/model/device_description.h"
#include "core/model/device_id.h"
#include "core/plan/observed_placement.h"
#include "core/plan/plan_preview.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// A GPU that was asked for by its id.
struct OpenDevice {
    std::string id; ///< one for each GPU, however it was asked for: "gpu:0", "sim:h200@12.4"
    Device device;  ///< through its driver, wrapped or not
    PlanSurroundings surroundings; ///< what a plan meets; the oracle lives as long as the registry
    /// What a probe saw of a real GPU; null while there was none.
    std::shared_ptr<const ObservedPlacement> observed = {};

    /// By its oracle, which no real one has.
    bool isSimulated() const { return surroundings.oracle != nullptr; }
    /// Device::describe(), and what only the engine knows: profile, SM ids, hardware connections,
    /// MPS. Throws CudaError.
    DeviceDescription describe() const;
};

/// Why a simulated GPU has no compiler, a sentence.
inline constexpr const char* simulatedRunsCatalogueOnly =
    "A simulated GPU runs the catalogue's kernels only: it knows what they do, and can't find out "
    "what others would.";
/// Throws UnsupportedError with that sentence where the device is simulated.
void requireReal(const OpenDevice& device);

/// Makes of a driver the one that is used in its place. Must not return null.
using DriverWrapper = std::function<std::shared_ptr<Driver>(std::shared_ptr<Driver>)>;

/// Finds devices by id and opens their drivers, each when it is first asked for: the real GPUs
/// share one driver, every simulated one has its own. Safe to call from several threads.
class DeviceRegistry {
public:
    /// `hardwareConnections`: see settleHardwareConnections(). `driverLibrary`: the name or path of
    /// libcuda; empty: the usual one.
    /// `wrap`: puts something between the engine and each driver that is opened, a TracingDriver
    /// say; called by any thread, one at a time.
    explicit DeviceRegistry(
        int hardwareConnections, std::string driverLibrary = {}, DriverWrapper wrap = {});

    int hardwareConnections() const { return m_hardwareConnections; } ///< in force, 1 to 32

    /// The built-in simulated devices, the usual one first: "sim:h200", …
    static std::vector<std::string> builtInIds();

    /// Real: by ordinal, UUID (with or without "GPU-") or PCI address (with or without domain).
    /// Throws InputError naming `field` and what there is, CudaError.
    OpenDevice open(const std::string& id, const std::string& field = "device");

    /// What a probe saw of the real GPU of this OpenDevice::id, from now on a part of it.
    void remember(const std::string& id, std::shared_ptr<const ObservedPlacement> observed);

    /// All real GPUs.
    std::vector<OpenDevice> realDevices();
    /// Why there is no real GPU; empty when there is one.
    std::string whyNoRealDevice();
    /// What a user should know about the list of GPUs, a sentence each: why there is no real one,
    /// and see deviceOrderNotices().
    std::vector<std::string> notices();

private:
    std::shared_ptr<Driver> realDriver();
    OpenDevice openReal(const DeviceId& id, const std::string& field);
    OpenDevice openSimulated(const DeviceId& id, const std::string& field);
    OpenDevice realDevice(int ordinal);

    std::shared_ptr<Driver> wrapped(std::shared_ptr<Driver> driver) const;

    struct Simulated {
        std::shared_ptr<Driver> driver; ///< as it is used, wrapped or not
        std::shared_ptr<const PlacementOracle> oracle;
    };

    int m_hardwareConnections;
    std::string m_driverLibrary;
    DriverWrapper m_wrap;
    std::mutex m_mutex; ///< guards what follows
    bool m_realTried = false;
    std::shared_ptr<Driver> m_realDriver;
    std::string m_whyNoRealDevice;
    std::map<std::string, std::shared_ptr<const ObservedPlacement>>
        m_observed;                               ///< by OpenDevice::id
    std::map<std::string, Simulated> m_simulated; ///< by DeviceId::text()
};

} // namespace parterre
