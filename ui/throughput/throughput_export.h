// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace parterre::ui {

class ThroughputPanel;

/// Saves the view shown as a picture and its numbers as a table, where the user says.
class ThroughputExport : public QObject {
    Q_OBJECT
public:
    /// `window` owns it, and is what file dialogs stand over. The panel must outlive it.
    ThroughputExport(const ThroughputPanel& panel, QWidget* window);

    void savePlot();
    void saveSamples();

signals:
    void failed(const QString& sentence, const QString& details);

private:
    const ThroughputPanel& m_panel;
    QWidget* m_window;
};

} // namespace parterre::ui
