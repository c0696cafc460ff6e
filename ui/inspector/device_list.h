// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"

#include <QAbstractListModel>

#include <vector>

namespace parterre::ui {

/// The GPUs the engine knows of, real and simulated.
class DeviceListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { idRole = Qt::UserRole };

    explicit DeviceListModel(QObject* parent = nullptr);

    void setDevices(const std::vector<DeviceDescription>& devices);
    int rowOf(const QString& id) const; ///< -1 when it is not in the list

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<DeviceDescription> m_devices;
};

} // namespace parterre::ui
