// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/simulator/simulated_gpu.h"

#include <string>
#include <vector>

namespace parterre::test {

/// What keeps a partition busy: launches of one of the catalogue's kernels, shaped as its workloads
/// shape them, on a stream of its own.
struct BusyStream {
    bool copies = false; ///< parterre_copy, else parterre_fma
    unsigned sms = 0;
    abi::CUstream stream = nullptr;
    abi::CUdeviceptr source = 0;
    abi::CUdeviceptr destination = 0;
    double rate = 0; ///< TFLOP/s or GB/s read and written, once measured
};

BusyStream makeBusyStream(SimulatedGpu& gpu, abi::CUgreenCtx context, bool copies);

/// Keeps all of them busy and measures each over the same stretch, in which none of them ran dry:
/// from its first launch to the last one that ended before the first stream was done.
void measure(SimulatedGpu& gpu, std::vector<BusyStream>& streams);

/// The rate of a partition of the first so many of `of` equal ones, alone.
double rateAlone(unsigned sms, bool copies, unsigned of = 1);

struct RatesTogether {
    double sum = 0;
    double min = 0;
    double max = 0;
};

/// The rates of so many equal partitions, all busy at once. `flags` are those of the split.
RatesTogether
ratesTogether(unsigned partitions, unsigned sms, bool copies, int connections, unsigned flags = 0);

} // namespace parterre::test
