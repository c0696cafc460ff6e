// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kernel/kernel_compiler.h"

#include "core/model/protocol.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

namespace parterre::ui {

KernelCompiler::KernelCompiler(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session) {
    connect(&session, &Session::deviceChanged, this, &KernelCompiler::ask);
    connect(&session, &Session::engineBack, this, &KernelCompiler::ask);
    connect(&session, &Session::engineLost, this, [this] {
        m_offer.reset();
        emit offerChanged();
    });
    ask();
}

QString KernelCompiler::whyNot() const {
    if (!m_offer)
        return tr("The engine has not told yet what it can compile.");
    return toQt(m_offer->whyNot);
}

void KernelCompiler::ask() {
    m_offer.reset();
    emit offerChanged();
    const std::string device = m_session.editor().plan().device;
    if (device.empty() || m_session.client().state() != EngineClient::State::ready)
        return;
    m_session.client().request(
        protocol::method::kernels, Json{{"device", device}}, this,
        [this, device](const Json& result) {
            if (device != m_session.editor().plan().device)
                return; // the answer about the GPU of now is under way
            try {
                m_offer = kernelOfferFromJson(JsonReader(result, "kernels answer"));
                emit offerChanged();
            } catch (const InputError& error) {
                emit failed(toQt(error.what()));
            }
        },
        [this](const EngineError& error) {
            if (error.code != EngineError::engineLost)
                emit failed(error.message);
        });
}

void KernelCompiler::setCompiling(bool isCompiling) {
    m_isCompiling = isCompiling;
    emit compilingChanged();
}

void KernelCompiler::compile(const EditedKernel& kernel) {
    setCompiling(true);
    m_session.client().request(
        protocol::method::compile,
        Json{{"device", m_session.editor().plan().device}, {"kernel", kernel}}, this,
        [this, workload = kernel.workload](const Json& result) {
            setCompiling(false);
            try {
                emit compiled(
                    workload, compileReportFromJson(JsonReader(result, "compile answer")));
            } catch (const InputError& error) {
                emit failed(toQt(error.what()));
            }
        },
        [this](const EngineError& error) {
            setCompiling(false);
            emit failed(error.message);
        });
}

} // namespace parterre::ui
