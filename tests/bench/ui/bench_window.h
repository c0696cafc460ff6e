// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/main_window.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QStandardPaths>
#include <QTimer>

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>

namespace parterre::ui::bench {

/// The whole window with the engine it ships with, on a GPU of the engine's.
struct BenchWindow {
    explicit BenchWindow(const PartitionPlan& plan) {
        QStandardPaths::setTestModeEnabled(true);
        editor.load(plan);
        window.resize(1280, 800);
        window.show();
        client.start();
        wait("a preview", [this] {
            if (client.state() == EngineClient::State::failed)
                throw std::runtime_error(client.lastReason().toStdString());
            if (session.previewError())
                throw std::runtime_error(session.previewError()->message.toStdString());
            return session.isPreviewCurrent();
        });
    }

    /// Serves events for so long.
    static void serve(std::chrono::microseconds time) {
        QEventLoop loop;
        QTimer timer;
        timer.setSingleShot(true);
        timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer, &QTimer::timeout, &loop, &QEventLoop::quit);
        timer.start(std::chrono::ceil<std::chrono::milliseconds>(time));
        loop.exec();
    }

    /// Serves events until something is so.
    static void wait(const std::string& what, const std::function<bool()>& isSo) {
        constexpr int patience = 60'000;
        QElapsedTimer since;
        since.start();
        QTimer wakeUp; // ends the waiting for events where none come
        wakeUp.start(std::chrono::milliseconds(20));
        while (!isSo()) {
            if (since.hasExpired(patience))
                throw std::runtime_error("waited a minute for " + what);
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }

    EngineClient client{{QStringLiteral(PARTERRE_CLI), QStringLiteral("serve")}};
    PlanEditor editor;
    Session session{client, editor};
    MainWindow window{session};
};

} // namespace parterre::ui::bench
