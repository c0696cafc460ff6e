// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"

#include <QList>
#include <QString>

namespace parterre::ui {

/// One line of the inspector.
struct DeviceFact {
    QString name;
    QString value;
};

/// What there is to tell about a GPU, in the order a reader wants it; facts that the driver did not
/// give are left out.
QList<DeviceFact> deviceFacts(const DeviceDescription& device);

/// Facts and capabilities as lines of text, for the clipboard.
QString deviceText(const DeviceDescription& device);

} // namespace parterre::ui
