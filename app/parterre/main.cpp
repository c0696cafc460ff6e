// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/parterre/options.h"
#include "core/model/input_error.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/close_question.h"
#include "ui/shell/english_plurals.h"
#include "ui/shell/main_window.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/plan_file.h"
#include "ui/shell/plan_recovery.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/screenshot_run.h"
#include "ui/shell/text.h"

#include <QApplication>
#include <QIcon>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

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
    theme::install(options.theme);
    EngineClient client(options.engine);
    PlanEditor editor;
    Session session(client, editor);
    const PartitionPlan plan = startPlan(options);
    MainWindow window(session);
    window.document().adopt(plan, options.planFile, options.device.isEmpty());
    if (options.screenshotFile.isEmpty()) {
        window.restoreLayout();
        if (!options.planFile.isEmpty())
            recent_files::remember(options.planFile);
        window.keepRecovery(PlanRecovery::usualFolder());
        window.setAskToClose(
            [&window](const CloseQuestion& question) { return askToClose(&window, question); });
    }
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

/// --help, --version and a mistyped option are answered wherever there is no display: over ssh, in
/// a container. Throws InputError.
void parseWithoutDisplay(int argc, char** argv) {
    std::vector<char*> own; // less those that only a QApplication knows
    for (int i = 0; i < argc; ++i) {
        if (i > 0 && std::string_view(argv[i]) == "-platform")
            ++i;
        else if (i == 0 || std::string_view(argv[i]) != "-reverse")
            own.push_back(argv[i]);
    }
    int count = static_cast<int>(own.size());
    const QCoreApplication application(count, own.data());
    Options::parse(QCoreApplication::arguments(), QCoreApplication::applicationDirPath());
}

/// Qt would end the program with an abort.
bool hasDisplay(int argc, char** argv) {
    const auto isSet = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM") ||
           std::any_of(argv, argv + argc, [](const char* one) {
               return std::string_view(one) == "-platform";
           });
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication::setApplicationName(QStringLiteral("parterre"));
    QCoreApplication::setOrganizationName(QStringLiteral("parterre"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PARTERRE_VERSION));
    try {
        parseWithoutDisplay(argc, argv);
    } catch (const InputError& error) {
        complain(toQt(error.what()));
        return wrongUse;
    }
    if (!hasDisplay(argc, argv)) {
        complain(QCoreApplication::translate(
            "main", "there is no display to show a window on. parterre-cli does the same "
                    "without one; over ssh, use ssh -X, or start parterre on your own "
                    "machine with --engine \"ssh HOST parterre-cli serve\"."));
        return refused;
    }
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("Parterre"));
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
