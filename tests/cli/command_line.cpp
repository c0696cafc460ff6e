// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/command_line.h"

#include <QFileInfo>
#include <QProcessEnvironment>

#include <algorithm>

namespace parterre::test {

Json Outcome::document() const {
    return parseJson(out.toStdString(), "standard output");
}

bool Outcome::says(const QStringList& words) const {
    return std::all_of(words.begin(), words.end(), [this](const QString& word) {
        return QString::fromUtf8(err).contains(word);
    });
}

QString commandLinePath() {
    return QFileInfo(QStringLiteral(PARTERRE_CLI)).absoluteFilePath();
}

void settleEnvironment(QProcess& process) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("CUDA_DEVICE_MAX_CONNECTIONS"));
    environment.insert(QStringLiteral("CLI"), commandLinePath());
    process.setProcessEnvironment(environment);
}

Outcome outcomeOf(QProcess& process) {
    Outcome outcome;
    const bool ended = process.state() == QProcess::NotRunning || process.waitForFinished(patience);
    if (ended && process.exitStatus() == QProcess::NormalExit)
        outcome.status = process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

Outcome run(const QString& words) {
    return run(words.split(' '));
}

Outcome run(const QStringList& arguments) {
    QProcess process;
    settleEnvironment(process);
    process.start(commandLinePath(), arguments);
    return outcomeOf(process);
}

Outcome shell(const QString& command) {
    QProcess process;
    settleEnvironment(process);
    process.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
    return outcomeOf(process);
}

} // namespace parterre::test
