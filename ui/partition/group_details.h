// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QAbstractItemView;
class QGridLayout;
class QLabel;
class QToolButton;

namespace parterre::ui {

class ElidedLabel;
class PlanTableModel;

/// All that can be asked for the table's current group, one field each. Reads and writes the
/// table's model: there are no values here.
class GroupDetails : public QWidget {
    Q_OBJECT
public:
    /// Both must outlive the widget.
    GroupDetails(PlanTableModel& model, QAbstractItemView& table, QWidget* parent = nullptr);

    /// The editor of a column of the model, one of its option columns.
    QWidget* field(int column) const;
    QToolButton& resetButton() const { return *m_reset; }

signals:
    void heightChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Field {
        QWidget* cell;
        QLabel* label;
        QWidget* editor;
    };

    void addField(int column);
    QWidget* makeEditor(int column);
    void arrange();
    void showGroup();
    void showField(int column);
    void showWhyNot();
    void write(int column, const QVariant& value);

    PlanTableModel& m_model;
    QAbstractItemView& m_table;
    QLabel* m_heading;
    ElidedLabel* m_whyNot; ///< why some fields are disabled
    QToolButton* m_reset;
    QGridLayout* m_grid;
    std::vector<Field> m_fields; ///< in the order of the model's option columns
    int m_columns = 0;           ///< cells side by side
};

} // namespace parterre::ui
