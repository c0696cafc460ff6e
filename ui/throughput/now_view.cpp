// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/now_view.h"

#include "ui/shell/flat_header.h"
#include "ui/shell/seen.h"
#include "ui/shell/theme.h"
#include "ui/throughput/now_model.h"
#include "ui/throughput/rate_bar_delegate.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

#include <chrono>

namespace parterre::ui {
namespace {

constexpr std::chrono::milliseconds every{250};
constexpr int mostLetters = 18; ///< of a partition's name; the rest is in the tool tip

void setUp(QTableView& table, NowModel& model) {
    table.setModel(&model);
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setTabKeyNavigation(false);
    table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + theme::grid);
    auto* columns = new FlatHeader;
    table.setHorizontalHeader(columns);
    table.setItemDelegate(new RateBarDelegate(&table));
    columns->setSectionResizeMode(QHeaderView::ResizeToContents);
    columns->setMaximumSectionSize(table.fontMetrics().averageCharWidth() * mostLetters);
    columns->setSectionResizeMode(NowModel::barColumn, QHeaderView::Stretch);
}

} // namespace

NowView::NowView(NowModel& model, QWidget* parent)
    : PlotPage(parent)
    , m_model(model)
    , m_table(new QTableView)
    , m_hint(new QLabel) {
    setAccessibleName(tr("Throughput now"));
    setUp(*m_table, model);
    m_table->setAccessibleName(accessibleName());
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setTextFormat(Qt::PlainText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_table, 1);
    column->addWidget(m_hint, 1);
    setFocusProxy(m_table);
    m_timer.setInterval(every);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (!m_paused && isSeen(*this))
            refresh();
    });
    refresh();
}

void NowView::setHint(const QString& sentence) {
    m_hint->setText(sentence);
}

void NowView::refresh() {
    m_model.refresh();
    const bool isEmpty = m_model.rowCount() == 0;
    m_table->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
}

void NowView::showEvent(QShowEvent* event) {
    PlotPage::showEvent(event);
    refresh();
    m_timer.start();
}

void NowView::hideEvent(QHideEvent* event) {
    m_timer.stop();
    PlotPage::hideEvent(event);
}

QString NowView::asCsv() const {
    m_model.refresh();
    return m_model.asCsv();
}

QSize NowView::pictureSize() const {
    const int rows = m_table->verticalHeader()->length();
    return {
        std::max(m_table->width(), 480),
        m_table->horizontalHeader()->height() + rows + 2 * m_table->frameWidth()};
}

bool NowView::drawPicture(QPaintDevice& device, bool) {
    // All rows, also those that are scrolled away.
    QTableView all;
    setUp(all, m_model);
    all.setPalette(palette());
    all.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    all.resize(pictureSize());
    QPainter painter;
    if (!painter.begin(&device))
        return false;
    all.render(&painter);
    return painter.end();
}

} // namespace parterre::ui
