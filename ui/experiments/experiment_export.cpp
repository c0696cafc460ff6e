// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_export.h"

#include "core/report/experiment_csv.h"
#include "core/report/experiment_report.h"
#include "ui/experiments/experiment_chart.h"
#include "ui/shell/file_suffix.h"
#include "ui/shell/save_file.h"
#include "ui/shell/text.h"

#include <QAction>
#include <QFileDialog>

#include <utility>

namespace parterre::ui {

ExperimentExport::ExperimentExport(ExperimentChart& chart, QWidget* window)
    : QObject(window)
    , m_chart(chart)
    , m_window(window) {
    const auto as = [this](Format format) {
        return [this, format](const QString& path, QString* error) {
            return save(path, format, error);
        };
    };
    QAction* report =
        add(tr("&Report as HTML…"), tr("Web page (*.html)"), QStringLiteral(".html"),
            as(Format::report));
    report->setShortcut(QKeySequence::Save);
    add(tr("&Table as CSV…"), tr("CSV (*.csv)"), QStringLiteral(".csv"), as(Format::table));
    add(tr("R&esult as JSON…"), tr("JSON (*.json)"), QStringLiteral(".json"), as(Format::result));
    add(tr("&Chart as picture…"), tr("PNG picture (*.png);;SVG drawing (*.svg)"),
        QStringLiteral(".png"),
        [this](const QString& path, QString*) { return savePicture(path); });
}

QAction* ExperimentExport::add(
    const QString& text, const QString& filter, const QString& suffix,
    std::function<bool(const QString& path, QString* error)> save) {
    auto* action = new QAction(text, this);
    action->setEnabled(false);
    connect(action, &QAction::triggered, this, [this, filter, suffix, save = std::move(save)] {
        const QString path = withSuffix(
            QFileDialog::getSaveFileName(
                m_window, tr("Export the result"), toQt(m_result.experiment.name) + suffix, filter),
            suffix);
        QString error;
        if (!path.isEmpty() && !save(path, &error))
            emit failed(tr("%1 could not be written. %2").arg(path, error).trimmed());
    });
    m_actions.append(action);
    return action;
}

QList<QAction*> ExperimentExport::actions() const {
    return m_actions;
}

void ExperimentExport::setResult(const ExperimentResult& result) {
    m_result = result;
    for (QAction* action : m_actions)
        action->setEnabled(true);
}

QByteArray ExperimentExport::contentOf(const ExperimentResult& result, Format format) {
    switch (format) {
    case Format::report:
        return QByteArray::fromStdString(reportOf(result));
    case Format::table:
        return QByteArray::fromStdString(csvOf(result));
    case Format::result:
        break;
    }
    return QByteArray::fromStdString(Json(result).dump(2) + '\n');
}

bool ExperimentExport::save(const QString& path, Format format, QString* error) const {
    return saveFile(path, contentOf(m_result, format), error);
}

bool ExperimentExport::savePicture(const QString& path) const {
    return m_chart.savePicture(path);
}

} // namespace parterre::ui
