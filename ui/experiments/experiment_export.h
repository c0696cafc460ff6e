// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_result.h"

#include <QList>
#include <QObject>

#include <functional>

class QAction;

namespace parterre::ui {

class ExperimentChart;

/// Saves the result shown, where the user says: as the command line writes it, and its chart as it
/// is on screen.
class ExperimentExport : public QObject {
    Q_OBJECT
public:
    enum class Format { report, table, result };

    /// `window` owns it, and is what file dialogs stand over. The chart must outlive it.
    ExperimentExport(ExperimentChart& chart, QWidget* window);

    void setResult(const ExperimentResult& result);
    /// The file's content, to the byte what `parterre-cli experiment` writes for the same result.
    static QByteArray contentOf(const ExperimentResult& result, Format format);

    /// For a menu; disabled while there is no result.
    QList<QAction*> actions() const;
    /// Without asking where. False, and why in `error`, when it can't be written.
    bool save(const QString& path, Format format, QString* error) const;
    bool savePicture(const QString& path) const;

signals:
    void failed(const QString& sentence);

private:
    QAction*
    add(const QString& text, const QString& filter, const QString& suffix,
        std::function<bool(const QString& path, QString* error)> save);

    ExperimentChart& m_chart;
    QWidget* m_window;
    ExperimentResult m_result;
    QList<QAction*> m_actions;
};

} // namespace parterre::ui
