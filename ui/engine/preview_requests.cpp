// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/preview_requests.h"

#include "core/model/protocol.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <utility>

namespace parterre::ui {
namespace {

/// A workload that has no say in what is applied must not make two plans differ.
PartitionPlan withoutWorkloads(PartitionPlan plan) {
    for (const auto& place : splitsOf(plan)) {
        place.split->remainderWorkload.clear();
        place.split->remainderWorkloadParameters.clear();
        for (PlanGroup& group : place.split->groups) {
            group.workload.clear();
            group.workloadParameters.clear();
        }
    }
    return plan;
}

} // namespace

bool PreviewRequests::isCurrent() const {
    return m_preview && withoutWorkloads(m_previewedPlan) == withoutWorkloads(m_editor.plan());
}

void PreviewRequests::engineGone() {
    m_isInFlight = false;
    m_isWanted = true;
}

void PreviewRequests::askAgain() {
    m_isWanted = true;
    ask();
}

void PreviewRequests::ask() {
    if (m_isInFlight) {
        m_isWanted = true;
        return;
    }
    if (isCurrent() && !m_isWanted && !m_error) {
        emit changed();
        return;
    }
    m_isInFlight = true;
    m_isWanted = false;
    const PartitionPlan asked = m_editor.plan();
    m_client.request(
        protocol::method::preview, Json{{"plan", asked}}, this,
        [this, asked](const Json& result) {
            try {
                Preview preview = previewFromJson(JsonReader(result, "preview"));
                if (asked.device == m_editor.plan().device) {
                    m_preview = std::move(preview);
                    m_previewedPlan = asked;
                    m_error.reset();
                }
            } catch (const InputError& error) {
                m_error = EngineError{EngineError::unreadable, toQt(error.what()), {}};
            }
            takeAnswer();
        },
        [this, asked](const EngineError& error) {
            if (error.code == EngineError::engineLost)
                return;
            m_preview.reset();
            m_previewedPlan = asked;
            m_error = error;
            takeAnswer();
        });
}

void PreviewRequests::takeAnswer() {
    m_isInFlight = false;
    if (m_isWanted) {
        m_error.reset();
        ask();
    }
    emit changed();
    if (!m_isInFlight)
        emit answered();
}

} // namespace parterre::ui
