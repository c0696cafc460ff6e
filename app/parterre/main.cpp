// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/parterre/options.h"
#include "core/model/input_error.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/english_plurals.h"
#include "ui/shell/main_window.h"
#include "ui/shell/plan_file.h"
#include "ui/shell/screenshot_run.h"
#include "ui/shell/text.h"

#include <QApplication>
#include <QIcon>

#include <cstdio>

using namespace parterre;
using namespace parterre::ui;

namespace {

// As the command line tool's.
constexpr int refused = 1;
constexpr int wrongUse = 2;

void complain(const QString& sentence) {
    std::fprintf(stderr, "parterre: %s\n", qPrintable(sentence));
}

/// The plan to start with. Throws InputError.
PartitionPlan startPlan(const Options& options) {
    PartitionPlan plan =
        options.planFile.isEmpty() ? PartitionPlan{} : plan_file::read(options.planFile);
    if (!options.device.isEmpty())
        plan.device = fromQt(options.device);
    return plan;
}

int run(QApplication& application, const Options& options) {
    theme::install(application, options.theme);
    EngineClient client(options.engine);
    PlanEditor editor;
    Session session(client, editor);
    editor.load(startPlan(options));
    MainWindow window(session);
    if (options.screenshotFile.isEmpty())
        window.restoreLayout();
    if (!options.size.isEmpty())
        window.resize(options.size);
    window.show();

    int status = 0;
    if (!options.screenshotFile.isEmpty()) {
        auto* shot = new ScreenshotRun(session, window, options.screenshotFile, &window);
        QObject::connect(shot, &ScreenshotRun::finished, &application, [&](const QString& problem) {
            if (!problem.isEmpty()) {
                complain(problem);
                status = refused;
            }
            QApplication::quit();
        });
    }
    client.start();
    QApplication::exec();
    return status;
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("parterre"));
    QApplication::setOrganizationName(QStringLiteral("parterre"));
    QApplication::setApplicationDisplayName(QStringLiteral("Parterre"));
    QApplication::setApplicationVersion(QStringLiteral(PARTERRE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("parterre"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/parterre/icons/parterre.svg")));
    EnglishPlurals plurals;
    QApplication::installTranslator(&plurals);
    try {
        return run(
            application,
            Options::parse(QApplication::arguments(), QApplication::applicationDirPath()));
    } catch (const InputError& error) {
        complain(toQt(error.what()));
        return wrongUse;
    }
}
