// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>

class QWidget;

namespace parterre::ui {

class Session;

/// Takes a picture of the window at work: applies the plan, runs its workloads for a while, then
/// saves what is on screen.
class ScreenshotRun : public QObject {
    Q_OBJECT
public:
    ScreenshotRun(Session& session, QWidget& window, QString file, QObject* parent = nullptr);

    /// How long the workloads run before the picture.
    void setRunTime(std::chrono::milliseconds time) { m_runTime = time; }

signals:
    /// `problem` is empty when the picture was saved, else one sentence.
    void finished(const QString& problem);

private:
    enum class Step { waiting, applying, running, done };
    void advance();
    void take();
    void end(const QString& problem);

    Session& m_session;
    QWidget& m_window;
    QString m_file;
    Step m_step = Step::waiting;
    std::chrono::milliseconds m_runTime{2000};
    QTimer m_patience;
};

} // namespace parterre::ui
