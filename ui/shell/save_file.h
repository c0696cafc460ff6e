// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace parterre::ui {

/// Writes all of it or leaves what was there. False, and why in `error`, when it can't be written.
bool saveFile(const QString& path, const QByteArray& content, QString* error);

} // namespace parterre::ui
