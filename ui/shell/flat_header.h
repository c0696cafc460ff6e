// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace parterre::ui {

/// A table's column titles as small quiet words over a line.
class FlatHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit FlatHeader(QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;
};

} // namespace parterre::ui
