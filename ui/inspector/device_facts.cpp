// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/device_facts.h"

#include "core/model/driver_version.h"
#include "ui/shell/text.h"

#include <QCoreApplication>
#include <QLocale>

namespace parterre::ui {
namespace {

QString tr(const char* text, const char* disambiguation = nullptr, int count = -1) {
    return QCoreApplication::translate("DeviceFacts", text, disambiguation, count);
}

QString bytes(qint64 count) {
    return QLocale().formattedDataSize(count, 1);
}

QString megahertz(int khz) {
    return tr("%1 MHz").arg(QLocale().toString(khz / 1000));
}

} // namespace

QList<DeviceFact> deviceFacts(const DeviceDescription& device) {
    QList<DeviceFact> facts;
    const auto add = [&](bool known, const QString& name, const QString& value) {
        if (known)
            facts.append({name, value});
    };
    add(true, tr("Id"), toQt(device.id));
    add(true, tr("SMs"), QString::number(device.smCount));
    add(!device.gpcs.empty(), tr("GPCs"), toQt(gpcText(device.gpcs)));
    add(device.migInstance, tr("MIG"), tr("An instance: the SMs are its own, not the whole GPU's"));
    add(device.mpsActiveThreadPercentage.has_value(), tr("MPS"),
        tr("At most %1 % of the SMs for this process")
            .arg(device.mpsActiveThreadPercentage.value_or(0)));
    if (device.smResource) {
        add(true, tr("Smallest partition"), tr("%1 SMs").arg(device.smResource->minPartitionSize));
        add(true, tr("Alignment"), tr("%1 SMs").arg(device.smResource->coscheduledAlignment));
    }
    add(device.computeMajor > 0, tr("Compute capability"),
        QStringLiteral("%1.%2").arg(device.computeMajor).arg(device.computeMinor));
    add(device.driverVersion > 0, tr("Driver (CUDA)"),
        toQt(driverVersionText(device.driverVersion)));
    add(device.clockKhz > 0, tr("SM clock"), megahertz(device.clockKhz));
    add(device.memoryBytes > 0, tr("Memory"), bytes(device.memoryBytes));
    add(device.memoryClockKhz > 0, tr("Memory clock"), megahertz(device.memoryClockKhz));
    add(device.memoryBusBits > 0, tr("Memory bus"), tr("%1 bit").arg(device.memoryBusBits));
    add(device.l2Bytes > 0, tr("L2 cache"), bytes(device.l2Bytes));
    add(device.sharedBytesPerSm > 0, tr("Shared memory / SM"), bytes(device.sharedBytesPerSm));
    add(device.maxThreadsPerSm > 0, tr("Threads per SM"), QString::number(device.maxThreadsPerSm));
    add(device.hardwareConnections > 0, tr("Hardware connections"),
        QString::number(device.hardwareConnections));
    if (device.workqueue) {
        add(true, tr("Queue limit"),
            tr("%n stream(s)", nullptr, device.workqueue->concurrencyLimit));
        add(true, tr("Work queues"),
            device.workqueue->sharingScope == WorkqueueScope::greenContextBalanced
                ? tr("balanced")
                : tr("GPU-wide"));
    }
    if (device.profile) {
        const bool isRecorded = device.profile->kind == ProfileProvenance::Kind::recorded;
        add(true, tr("Figures"),
            (isRecorded ? tr("Recorded %1, driver %2") : tr("Modelled %1, driver %2"))
                .arg(
                    toQt(device.profile->date),
                    toQt(driverVersionText(device.profile->driverVersion))));
        add(true, tr("Source"), toQt(device.profile->source));
        for (const std::string& guess : device.profile->guesses)
            add(true, tr("Guessed"), toQt(guess));
    }
    add(!device.pciAddress.empty(), tr("PCI address"), toQt(device.pciAddress));
    add(!device.uuid.empty(), tr("UUID"), toQt(device.uuid));
    return facts;
}

QString deviceText(const DeviceDescription& device) {
    QString text = toQt(device.name) + QLatin1Char('\n');
    if (device.simulated)
        text += tr("Simulated: %1").arg(toQt(device.provenance)) + QLatin1Char('\n');
    for (const DeviceFact& fact : deviceFacts(device))
        text += fact.name + QStringLiteral(": ") + fact.value + QLatin1Char('\n');
    for (const Capability& capability : device.capabilities)
        text += (capability.available ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) +
                toQt(capability.name) +
                (capability.sentence.empty() ? QString()
                                             : QStringLiteral(": ") + toQt(capability.sentence)) +
                QLatin1Char('\n');
    return text;
}

} // namespace parterre::ui
