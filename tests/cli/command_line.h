// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace parterre::test {

/// How long anything may take before a test gives it up, in ms; no speed is tested with it.
inline constexpr int patience = 60'000;

/// What one call of parterre-cli left behind.
struct Outcome {
    int status = -1; ///< -1: it did not end, or ended by a signal
    QByteArray out;
    QByteArray err;

    /// Standard output as the one JSON document it must be; throws InputError if it is anything
    /// else.
    Json document() const;
    /// Whether standard error holds all of these.
    bool says(const QStringList& words) const;
};

/// The program under test.
QString commandLinePath();

/// Gives a process an environment in which nothing but its arguments decides what it does.
void settleEnvironment(QProcess& process);

/// Waits until the process ends.
Outcome outcomeOf(QProcess& process);

/// Runs `parterre-cli` with these words, separated by single spaces, as on a command line.
Outcome run(const QString& words);
Outcome run(const QStringList& arguments);

/// Runs a shell command in which $CLI is the program under test.
Outcome shell(const QString& command);

} // namespace parterre::test
