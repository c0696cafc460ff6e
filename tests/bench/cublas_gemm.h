// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/stream.h"

#include <memory>
#include <string>

namespace parterre {

/// A bf16 matrix multiplication by cuBLAS, which is looked for at run time: what `tensor` is
/// compared with. Square matrices of ones, summed up in fp32.
class CublasGemm {
public:
    /// Null where there is no cuBLAS; `why` then says so.
    static std::unique_ptr<CublasGemm> open(std::string& why);
    ~CublasGemm();

    /// TFLOP/s of multiplying matrices of so many rows and columns for about a second. The
    /// stream's context must be the primary one. Throws std::runtime_error, CudaError.
    double rate(const Stream& stream, int size);

private:
    struct Functions;
    explicit CublasGemm(std::unique_ptr<Functions> functions);
    std::unique_ptr<Functions> m_functions;
};

} // namespace parterre
