// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_export.h"

#include "ui/shell/file_suffix.h"
#include "ui/shell/save_file.h"
#include "ui/throughput/plot_page.h"
#include "ui/throughput/throughput_panel.h"

#include <QFileDialog>

namespace parterre::ui {

ThroughputExport::ThroughputExport(const ThroughputPanel& panel, QWidget* window)
    : QObject(window)
    , m_panel(panel)
    , m_window(window) {}

void ThroughputExport::savePlot() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(
            m_window, tr("Export the plot"), {}, tr("PNG picture (*.png);;SVG drawing (*.svg)")),
        QStringLiteral(".png"));
    if (!path.isEmpty() && !m_panel.page().savePicture(path))
        emit failed(tr("%1 could not be written.").arg(path), {});
}

void ThroughputExport::saveSamples() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(m_window, tr("Export the samples"), {}, tr("CSV (*.csv)")),
        QStringLiteral(".csv"));
    if (path.isEmpty())
        return;
    QString error;
    if (!saveFile(path, m_panel.page().asCsv().toUtf8(), &error))
        emit failed(tr("%1 could not be written.").arg(path), error);
}

} // namespace parterre::ui
