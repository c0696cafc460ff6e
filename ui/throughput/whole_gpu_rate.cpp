// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/whole_gpu_rate.h"

#include <QCoreApplication>
#include <QLocale>

namespace parterre::ui {
namespace {

constexpr double transfersPerClock = 2;

/// fp32 multiply-adds an SM does in a clock; 0: not known here.
int fp32PerClock(int major, int minor) {
    switch (major) {
    case 7:
        return 64;
    case 8:
        return minor == 0 ? 64 : 128;
    case 9:
    case 10:
    case 12:
        return 128;
    default:
        return 0;
    }
}

QString megahertz(int kilohertz) {
    return QLocale().toString(kilohertz / 1000);
}

} // namespace

std::optional<WholeGpuRate>
wholeGpuRate(const DeviceDescription& device, const std::string& workload) {
    if (device.migInstance)
        return {};
    if (workload == "fma") {
        const double teraflops = 2e-9 * device.clockKhz * device.smCount *
                                 fp32PerClock(device.computeMajor, device.computeMinor);
        if (teraflops <= 0)
            return {};
        return WholeGpuRate{
            teraflops,
            QCoreApplication::translate("WholeGpuRate", "the GPU's fp32 peak at %1 MHz, %2 TFLOP/s")
                .arg(megahertz(device.clockKhz), QLocale().toString(teraflops, 'f', 1))};
    }
    if (workload == "copy" || workload == "read" || workload == "fill") {
        const double gigabytes =
            transfersPerClock * 1e-6 * device.memoryClockKhz * device.memoryBusBits / 8;
        if (gigabytes <= 0)
            return {};
        return WholeGpuRate{
            gigabytes,
            QCoreApplication::translate("WholeGpuRate", "the memory's peak at %1 MHz, %2 GB/s")
                .arg(megahertz(device.memoryClockKhz), QLocale().toString(gigabytes, 'f', 0))};
    }
    return {};
}

} // namespace parterre::ui
