// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

namespace parterre::ui {

/// What the command line asks of the window.
struct Options {
    QString device; ///< empty: the first real GPU, else the simulated one
    QString planFile;
    QSize size; ///< empty: as it was last
    theme::Choice theme = theme::Choice::system;
    QString screenshotFile; ///< empty: a window to work with
    QStringList engine;     ///< program and arguments

    /// Ends the program for --help and --version. Throws InputError naming the option.
    static Options parse(const QStringList& arguments, const QString& programFolder);
};

} // namespace parterre::ui
