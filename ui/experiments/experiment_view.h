// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_result.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace parterre::ui {

class ExperimentChart;
class ExperimentExport;
class ExperimentTableModel;
class Note;

/// What an experiment found: the sentence, what was measured on what, the chart, the table.
class ExperimentView : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentView(QWidget* parent = nullptr);

    void setResult(const ExperimentResult& result);
    /// The result shown; null while there is none.
    const ExperimentResult* result() const;

    ExperimentChart& chart() const { return *m_chart; }
    QTableView& table() const { return *m_table; }
    ExperimentExport& exports() const { return *m_export; }
    QToolButton& exportButton() const { return *m_exportButton; }
    QString sentence() const;
    QString facts() const; ///< what was measured, on what, and how
    /// Where a simulated GPU's figures come from; empty for a real one.
    QString provenance() const;

signals:
    void failed(const QString& sentence); ///< a file could not be written

private:
    QWidget* makePage();

    QStackedWidget* m_pages;
    QLabel* m_title;
    QLabel* m_sentence;
    QLabel* m_facts;
    Note* m_provenance;
    ExperimentChart* m_chart;
    ExperimentTableModel* m_model;
    QTableView* m_table;
    ExperimentExport* m_export;
    QToolButton* m_exportButton;
};

} // namespace parterre::ui
