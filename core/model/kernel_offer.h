// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/compile_diagnostic.h"
#include "core/model/json.h"

#include <string>
#include <vector>

namespace parterre {

/// A file of the kernel catalogue.
struct KernelFile {
    std::string name; ///< "fma.cu"
    std::string text; ///< CUDA C++

    friend bool operator==(const KernelFile&, const KernelFile&) = default;
};

/// What there is to edit, and whether a device can run what comes of it.
struct KernelOffer {
    /// The file that holds a workload's kernel.
    struct Home {
        std::string workload; ///< catalogue name
        std::string file;     ///< a KernelFile::name

        friend bool operator==(const Home&, const Home&) = default;
    };

    std::string compiler;          ///< "NVRTC 13.0"; empty: nothing can be compiled
    std::string whyNot;            ///< then: a sentence that says why
    std::vector<Home> workloads;   ///< in the catalogue's order
    std::vector<KernelFile> files; ///< those and the ones that they include

    const KernelFile* find(const std::string& file) const; ///< null where there is none

    friend bool operator==(const KernelOffer&, const KernelOffer&) = default;
};

/// The JSON object that kernelOfferFromJson() reads.
void to_json(Json& json, const KernelOffer& offer);
/// Throws InputError naming the field.
KernelOffer kernelOfferFromJson(const JsonReader& reader);

/// What a compiler made of a source.
struct CompileReport {
    /// One of the kernels that the workload launches.
    struct Kernel {
        std::string name;    ///< "parterre_fma"
        int registers = 0;   ///< a thread
        int sharedBytes = 0; ///< static shared memory a block
        int localBytes = 0;  ///< a thread; what registers had no room for, and arrays

        friend bool operator==(const Kernel&, const Kernel&) = default;
    };

    std::vector<CompileDiagnostic> diagnostics; ///< with an error among them, it can't be run
    std::vector<Kernel> kernels;                ///< empty where there is an error

    bool canRun() const; ///< no diagnostic is an error

    friend bool operator==(const CompileReport&, const CompileReport&) = default;
};

/// The JSON object that compileReportFromJson() reads.
void to_json(Json& json, const CompileReport& report);
/// Throws InputError naming the field.
CompileReport compileReportFromJson(const JsonReader& reader);

} // namespace parterre
