// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/edited_kernel.h"
#include "core/model/kernel_offer.h"

#include <QObject>

#include <optional>

namespace parterre::ui {

class Session;

/// What the engine has to edit and compiles, for the plan's GPU.
class KernelCompiler : public QObject {
    Q_OBJECT
public:
    /// `session` must outlive the object, which asks at once.
    explicit KernelCompiler(Session& session, QObject* parent = nullptr);

    /// Of the plan's GPU; empty until the engine told.
    const std::optional<KernelOffer>& offer() const { return m_offer; }
    /// Why nothing can be compiled now, a sentence; empty when it can.
    QString whyNot() const;
    bool isCompiling() const { return m_isCompiling; }

    /// compiled() or failed() tells what came of it.
    void compile(const EditedKernel& kernel);

signals:
    void offerChanged();
    void compilingChanged();
    void compiled(const std::string& workload, const parterre::CompileReport& report);
    /// The engine refused, or is gone.
    void failed(const QString& sentence);

private:
    void ask();
    void setCompiling(bool isCompiling);

    Session& m_session;
    std::optional<KernelOffer> m_offer;
    bool m_isCompiling = false;
};

} // namespace parterre::ui
