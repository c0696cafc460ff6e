// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/screenshot_run.h"

#include "ui/engine/session.h"

#include <QWidget>

#include <utility>

namespace parterre::ui {
namespace {

constexpr std::chrono::seconds patience{60};

} // namespace

ScreenshotRun::ScreenshotRun(Session& session, QWidget& window, QString file, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_window(window)
    , m_file(std::move(file)) {
    connect(&m_session, &Session::previewChanged, this, &ScreenshotRun::advance);
    connect(&m_session, &Session::appliedChanged, this, &ScreenshotRun::advance);
    connect(&m_session, &Session::deviceChanged, this, &ScreenshotRun::advance);
    connect(&m_session, &Session::samplesArrived, this, [this] {
        if (m_step != Step::running)
            return;
        m_step = Step::done;
        QTimer::singleShot(m_runTime, this, &ScreenshotRun::take);
    });
    connect(
        &m_session, &Session::failed, this, [this](const QString& what, const EngineError& error) {
            end(tr("%1 failed: %2").arg(what, error.message));
        });
    connect(&m_session, &Session::engineLost, this, [this](const QString& reason) { end(reason); });
    m_patience.setSingleShot(true);
    m_patience.start(patience);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        end(tr("No picture within %1 s: %2")
                .arg(patience.count())
                .arg(m_step == Step::running ? tr("no samples came.") : m_session.whyNotApply()));
    });
}

void ScreenshotRun::advance() {
    if (m_session.previewError()) {
        end(m_session.previewError()->message);
        return;
    }
    if (m_step == Step::waiting && m_session.isPreviewCurrent()) {
        if (m_session.preview()->hasErrors()) {
            end(tr("The driver would refuse this plan."));
        } else if (m_session.canApply()) {
            m_step = Step::applying;
            // Not from inside the signal: apply() changes what its other receivers still look at.
            QMetaObject::invokeMethod(&m_session, &Session::apply, Qt::QueuedConnection);
        }
    } else if (m_step == Step::applying && m_session.applied()) {
        m_step = Step::running;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_session.runAll();
                if (!m_session.isAnyRunning()) // a plan without workloads
                    QTimer::singleShot(m_runTime, this, &ScreenshotRun::take);
            },
            Qt::QueuedConnection);
    }
}

void ScreenshotRun::take() {
    end(m_window.grab().save(m_file) ? QString() : tr("%1 could not be written.").arg(m_file));
}

void ScreenshotRun::end(const QString& problem) {
    disconnect(&m_session, nullptr, this, nullptr);
    m_patience.stop();
    emit finished(problem);
}

} // namespace parterre::ui
