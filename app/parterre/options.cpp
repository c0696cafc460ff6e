// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/parterre/options.h"

#include "core/model/device_id.h"
#include "core/model/input_error.h"
#include "ui/shell/text.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

namespace parterre::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Options", text);
}

QSize parseSize(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^([0-9]{2,5})x([0-9]{2,5})$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        throw InputError("--size", '"' + fromQt(text) + '"', "WIDTHxHEIGHT, for example 1280x800");
    return {match.captured(1).toInt(), match.captured(2).toInt()};
}

theme::Choice parseTheme(const QString& text) {
    if (text == QLatin1String("light"))
        return theme::Choice::light;
    if (text == QLatin1String("dark"))
        return theme::Choice::dark;
    throw InputError("--theme", '"' + fromQt(text) + '"', "light, dark");
}

QStringList engineBeside(const QString& programFolder) {
    const QString sibling = QDir(programFolder).filePath(QStringLiteral("parterre-cli"));
    return {
        QFileInfo(sibling).isExecutable() ? sibling : QStringLiteral("parterre-cli"),
        QStringLiteral("serve")};
}

} // namespace

Options Options::parse(const QStringList& arguments, const QString& programFolder) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        tr("Inspects NVIDIA GPUs and partitions them with CUDA green contexts."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption device(
        QStringLiteral("device"),
        tr("GPU to start with: gpu:INDEX, gpu:UUID, gpu:PCI-ADDRESS, sim:NAME or sim:NAME@DRIVER."),
        QStringLiteral("ID"));
    const QCommandLineOption plan(
        QStringLiteral("plan"), tr("Open this plan."), QStringLiteral("FILE"));
    const QCommandLineOption size(
        QStringLiteral("size"), tr("Size of the window."), QStringLiteral("WxH"));
    const QCommandLineOption themeName(
        QStringLiteral("theme"), tr("light or dark; without it, as the desktop is."),
        QStringLiteral("THEME"));
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        tr("Apply the plan, run its workloads for two seconds, save a picture of the window, end."),
        QStringLiteral("FILE.png"));
    const QCommandLineOption engine(
        QStringLiteral("engine"),
        tr("Command that starts the engine, for example \"ssh HOST parterre-cli serve\"."),
        QStringLiteral("COMMAND"));
    parser.addOptions({device, plan, size, themeName, screenshot, engine});
    if (!parser.parse(arguments))
        throw InputError(
            "the command line", '"' + fromQt(parser.errorText()) + '"', "the options of --help");
    parser.process(arguments); // ends the program for --help and --version

    if (!parser.positionalArguments().isEmpty())
        throw InputError(
            "the command line", '"' + fromQt(parser.positionalArguments().first()) + '"',
            "options only; see --help");
    Options options;
    options.device = parser.value(device);
    if (!options.device.isEmpty())
        DeviceId::parse(fromQt(options.device), "--device");
    options.planFile = parser.value(plan);
    if (parser.isSet(size))
        options.size = parseSize(parser.value(size));
    if (parser.isSet(themeName))
        options.theme = parseTheme(parser.value(themeName));
    options.screenshotFile = parser.value(screenshot);
    options.engine = parser.isSet(engine) ? QProcess::splitCommand(parser.value(engine))
                                          : engineBeside(programFolder);
    if (options.engine.isEmpty())
        throw InputError("--engine", "empty", "a command and its arguments");
    return options;
}

} // namespace parterre::ui
