// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/save_file.h"

#include <QSaveFile>

namespace parterre::ui {

bool saveFile(const QString& path, const QByteArray& content, QString* error) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit())
        return true;
    *error = file.errorString();
    return false;
}

} // namespace parterre::ui
