// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/plot_page.h"

#include <QTimer>

class QLabel;
class QTableView;

namespace parterre::ui {

class NowModel;

/// The bars of now, one row a partition. Reads nothing while it is not to be seen.
class NowView : public PlotPage {
    Q_OBJECT
public:
    /// `model` must outlive it.
    explicit NowView(NowModel& model, QWidget* parent = nullptr);

    QTableView& table() const { return *m_table; }
    void setPaused(bool paused) { m_paused = paused; }
    /// What to do to see something here.
    void setHint(const QString& sentence);
    QString asCsv() const override;

protected:
    QSize pictureSize() const override;
    bool drawPicture(QPaintDevice& device, bool asVectors) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();

    NowModel& m_model;
    QTableView* m_table;
    QLabel* m_hint;
    QTimer m_timer;
    bool m_paused = false;
};

} // namespace parterre::ui
