// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/device_list.h"

#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QFontMetrics>
#include <QGuiApplication>

namespace parterre::ui {

DeviceListModel::DeviceListModel(QObject* parent)
    : QAbstractListModel(parent) {}

void DeviceListModel::setDevices(const std::vector<DeviceDescription>& devices) {
    beginResetModel();
    m_devices = devices;
    endResetModel();
}

int DeviceListModel::rowOf(const QString& id) const {
    for (std::size_t i = 0; i < m_devices.size(); ++i)
        if (toQt(m_devices[i].id) == id)
            return static_cast<int>(i);
    return -1;
}

int DeviceListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_devices.size());
}

QVariant DeviceListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const DeviceDescription& device = m_devices[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: // two lines: which one is meant is told by name, id and address
        return QStringLiteral("%1\n%2").arg(
            toQt(device.name),
            device.simulated ? tr("simulated · %1").arg(toQt(device.id))
            : device.pciAddress.empty()
                ? toQt(device.id)
                : QStringLiteral("%1 · %2").arg(toQt(device.id), toQt(device.pciAddress)));
    case Qt::DecorationRole:
        return glyph(Glyph::gpu);
    case Qt::ToolTipRole:
        return device.simulated ? tr("Simulated: %1").arg(toQt(device.provenance))
                                : toQt(device.uuid);
    case Qt::SizeHintRole:
        return QSize(0, 2 * QFontMetrics(QGuiApplication::font()).lineSpacing() + 2 * theme::grid);
    case idRole:
        return toQt(device.id);
    default:
        return {};
    }
}

} // namespace parterre::ui
