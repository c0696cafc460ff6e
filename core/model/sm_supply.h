// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device_description.h"

namespace parterre {

/// What a GPU has to give out, in SMs, and in what sizes, as its description tells. To be used only
/// for one with an smResource; `device` must outlive it.
class SmSupply {
public:
    /// Of that GPU.
    explicit SmSupply(const DeviceDescription& device)
        : m_device(device) {}

    const DeviceDescription& device() const { return m_device; } ///< whose it is
    int total() const { return m_device.smResource->smCount; }   ///< SMs, used or not
    int alignment() const; ///< groups of one size are multiples of it
    int least() const;     ///< SMs of the smallest co-scheduled partition

    /// Co-scheduled or smallest units; null where the description has none.
    const SplitUnits* units(bool smallest) const;
    /// Units of the smallest kind; where none is listed as such, the co-scheduled ones are.
    const SplitUnits* smallestUnits() const;

    /// SMs of one of the pieces that groups of different sizes are joined of. Co-scheduled ones
    /// keep clusters, and may be larger than the alignment.
    int piece(bool smallest = false) const;
    /// SMs that sit in such pieces; GPCs leave some in no co-scheduled one.
    int inPieces(bool smallest = false) const;

private:
    const DeviceDescription& m_device;
};

/// The largest multiple of `unit` up to `smCount`.
inline int wholeUnits(int smCount, int unit) {
    return smCount / unit * unit;
}

} // namespace parterre
