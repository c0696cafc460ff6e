// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <string>

namespace parterre {

/// One thing that a compiler had to say about a source.
struct CompileDiagnostic {
    /// Only an error stops the compilation.
    enum class Severity {
        note,    ///< more about the diagnostic before it
        warning, ///< compiled all the same
        error,   ///< also what NVRTC calls a catastrophic or internal one
    };

    std::string file; ///< as the source or a header was named; empty: not about a place
    int line = 0;     ///< from 1; 0: not about a place
    int column = 0;   ///< from 1, in bytes; 0: unknown
    Severity severity = Severity::error; ///< error: there is no code
    std::string message;                 ///< one sentence or more lines, without the source line

    friend bool operator==(const CompileDiagnostic&, const CompileDiagnostic&) = default;
};

/// "kernel.cu:3:7: error: identifier "foo" is undefined", as compilers write it.
std::string toText(const CompileDiagnostic& diagnostic);

/// The JSON object that compileDiagnosticFromJson() reads.
void to_json(Json& json, const CompileDiagnostic& diagnostic);
/// Throws InputError naming the field.
CompileDiagnostic compileDiagnosticFromJson(const JsonReader& reader);

} // namespace parterre
