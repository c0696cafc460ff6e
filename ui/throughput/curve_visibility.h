// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>
#include <QString>

namespace parterre::ui {

/// Which curves the user hid, by key and not by position: a partition that comes back with the next
/// apply is hidden still, and in every view alike. Kept as long as the window lives.
class CurveVisibility : public QObject {
    Q_OBJECT
public:
    /// The sums of all partitions; hidden until asked for, since they flatten all others.
    static const QString total;
    static QString ofPartition(const QString& name) { return QStringLiteral("partition:") + name; }

    explicit CurveVisibility(QObject* parent = nullptr);

    bool isShown(const QString& key) const { return !m_hidden.contains(key); }
    void setShown(const QString& key, bool shown);

signals:
    void changed(const QString& key);

private:
    QSet<QString> m_hidden;
};

} // namespace parterre::ui
