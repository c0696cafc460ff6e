// SPDX-License-Identifier: Apache-2.0
#include "core/plan/plan_error.h"

#include <algorithm>

namespace parterre {
namespace {

const Diagnostic& firstError(const Preview& preview) {
    return *std::find_if(
        preview.diagnostics.begin(), preview.diagnostics.end(),
        [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
}

} // namespace

PlanError::PlanError(Preview preview)
    : std::runtime_error(firstError(preview).message)
    , m_preview(std::move(preview)) {}

const Diagnostic& PlanError::error() const {
    return firstError(m_preview);
}

} // namespace parterre
