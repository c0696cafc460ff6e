// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"
#include "core/model/preview.h"
#include "ui/engine/session_part.h"

#include <optional>

namespace parterre::ui {

/// Keeps the preview that answers the plan. One request is in flight at a time, and after it the
/// newest plan only, so a drag never queues up and no older answer follows a newer one.
class PreviewRequests : public SessionPart {
    Q_OBJECT
public:
    using SessionPart::SessionPart;

    /// The newest answer to the plan; null while there is none.
    const Preview* preview() const { return m_preview ? &*m_preview : nullptr; }
    /// Whether preview() answers the plan as it is now, workloads aside.
    bool isCurrent() const;
    /// Why the plan has no preview; empty when it has one or waits for it.
    const std::optional<EngineError>& error() const { return m_error; }

    /// Asks for the plan's preview, unless it is there or on its way.
    void ask();
    /// Asks for it even if it is there: what is applied has a say in the answer.
    void askAgain();
    /// The plan is another one: what was refused says nothing of it.
    void forgetError() { m_error.reset(); }
    /// The plan is for another GPU.
    void forgetPreview() { m_preview.reset(); }
    /// The engine is gone, and what was asked with it. A new one may answer otherwise.
    void engineGone();
    void engineBack() { m_isInFlight = false; }

signals:
    void changed();  ///< the preview, or what is known of it
    void answered(); ///< after changed(): and nothing newer is asked for

private:
    void takeAnswer();

    std::optional<Preview> m_preview;
    PartitionPlan m_previewedPlan; ///< the plan that m_preview or m_error answers
    std::optional<EngineError> m_error;
    bool m_isInFlight = false;
    bool m_isWanted = false; ///< the plan changed while one was in flight
};

} // namespace parterre::ui
