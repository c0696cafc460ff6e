// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace parterre::ui {

class Session;

/// "2 partitions are applied on sim:h200: A, B. …"; empty when nothing is.
QString whatIsApplied(const Session& session);

/// What to ask before partitions are released for an experiment.
struct ReleaseQuestion {
    QString text;    ///< empty when nothing would be lost: they are applied again from the plan
    QString details; ///< what it is

    static ReleaseQuestion about(const Session& session);
};

/// Asks with a dialog over `parent`; true: release them.
bool askToRelease(QWidget* parent, const QString& question, const QString& details);

} // namespace parterre::ui
