// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace parterre::ui {

class ThroughputHistory;
class ThroughputPlot;

/// Saves the plot as a picture and the samples as a table, where the user says.
class ThroughputExport : public QObject {
    Q_OBJECT
public:
    /// `window` owns it, and is what file dialogs stand over. The others must outlive it.
    ThroughputExport(ThroughputPlot& plot, const ThroughputHistory& history, QWidget* window);

    void savePlot();
    void saveSamples();

signals:
    void failed(const QString& sentence, const QString& details);

private:
    ThroughputPlot& m_plot;
    const ThroughputHistory& m_history;
    QWidget* m_window;
};

} // namespace parterre::ui
