// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace parterre::ui::recent_files {
namespace {

const QString key = QStringLiteral("files/recent");

} // namespace

QStringList list() {
    return QSettings().value(key).toStringList().mid(0, most);
}

void remember(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = list(); // as other windows left it
    files.removeAll(absolute);
    files.prepend(absolute);
    QSettings().setValue(key, files.mid(0, most));
}

void clear() {
    QSettings().remove(key);
}

} // namespace parterre::ui::recent_files
