// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_export.h"

#include "ui/shell/file_suffix.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_plot.h"

#include <QFileDialog>
#include <QSaveFile>

namespace parterre::ui {

ThroughputExport::ThroughputExport(
    ThroughputPlot& plot, const ThroughputHistory& history, QWidget* window)
    : QObject(window)
    , m_plot(plot)
    , m_history(history)
    , m_window(window) {}

void ThroughputExport::savePlot() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(
            m_window, tr("Export the plot"), {}, tr("PNG picture (*.png);;SVG drawing (*.svg)")),
        QStringLiteral(".png"));
    if (!path.isEmpty() && !m_plot.savePicture(path))
        emit failed(tr("%1 could not be written.").arg(path), {});
}

void ThroughputExport::saveSamples() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(m_window, tr("Export the samples"), {}, tr("CSV (*.csv)")),
        QStringLiteral(".csv"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    const QByteArray csv = m_history.asCsv().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(csv) != csv.size() || !file.commit())
        emit failed(tr("%1 could not be written.").arg(path), file.errorString());
}

} // namespace parterre::ui
