// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QStringList>

namespace parterre::test {

/// What docs/examples/two_partitions printed, and how it ended.
struct ExampleRun {
    int exitCode = -1; ///< -1 where it crashed or never started
    QStringList lines;
    QString errors;
};

inline ExampleRun runTwoPartitions(const QStringList& arguments) {
    QProcess process;
    process.start(TWO_PARTITIONS, arguments);
    process.waitForFinished(-1);
    ExampleRun run;
    if (process.exitStatus() == QProcess::NormalExit && process.error() == QProcess::UnknownError)
        run.exitCode = process.exitCode();
    run.lines = QString::fromUtf8(process.readAllStandardOutput()).trimmed().split('\n');
    run.errors = QString::fromUtf8(process.readAllStandardError());
    return run;
}

} // namespace parterre::test
