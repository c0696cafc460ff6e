// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/preview.h"

#include <stdexcept>

namespace parterre {

/// A plan was not applied because its preview holds errors: this GPU or driver would refuse it.
/// what() is the first error's sentence. Nothing was created.
class PlanError : public std::runtime_error {
public:
    /// `preview` must have an error among its diagnostics.
    explicit PlanError(Preview preview);

    const Preview& preview() const { return m_preview; } ///< with all its diagnostics
    const Diagnostic& error() const;                     ///< the first
    /// Whether an older driver is the cause (the command line's exit status 3).
    bool isUnsupported() const { return error().code == "unsupported"; }

private:
    Preview m_preview;
};

} // namespace parterre
