// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plan_file.h"

#include "core/model/plan_text.h"
#include "core/model/protocol.h"
#include "ui/shell/text.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace parterre::ui::plan_file {

PartitionPlan read(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw InputError(
            fromQt(path), "not readable (" + fromQt(file.errorString()) + ")",
            "a plan saved by Parterre");
    constexpr auto most = static_cast<qint64>(protocol::longestLine);
    const QByteArray bytes = file.read(most + 1);
    if (bytes.size() > most)
        throw InputError(fromQt(path), "too large for a plan", "a file of at most 8 MiB");
    return planFromText(
        {bytes.constData(), static_cast<std::size_t>(bytes.size())},
        fromQt(QFileInfo(path).fileName()));
}

QString write(const QString& path, const PartitionPlan& plan) {
    QSaveFile file(path);
    const std::string text = textOf(plan);
    if (file.open(QIODevice::WriteOnly) &&
        file.write(text.data(), static_cast<qint64>(text.size())) ==
            static_cast<qint64>(text.size()) &&
        file.commit())
        return {};
    return file.errorString();
}

} // namespace parterre::ui::plan_file
