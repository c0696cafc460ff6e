// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/partition_palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace parterre::ui::partition_palette {
namespace {

constexpr std::array<QRgb, size> colours{0xff147bc2, 0xffd55e00, 0xff00936b, 0xffbf689c, 0xffa67300,
                                         0xff2b92b5, 0xffcb5d6e, 0xff7c8130, 0xff7a72c8};
constexpr std::array patterns{Qt::BDiagPattern, Qt::FDiagPattern, Qt::HorPattern,
                              Qt::VerPattern,   Qt::CrossPattern, Qt::DiagCrossPattern,
                              Qt::Dense6Pattern};
constexpr std::array dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};

std::size_t at(int index, std::size_t count) {
    return static_cast<std::size_t>(std::max(index, 0)) % count;
}

double luminance(const QColor& colour) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

/// The same hue and saturation, in the lightness that has that luminance.
QColor withLuminance(const QColor& hue, double wanted) {
    double dark = 0;
    double light = 1;
    QColor result;
    for (int i = 0; i < 12; ++i) { // finer than 1/256
        const double middle = (dark + light) / 2;
        result = QColor::fromHslF(
            std::max(hue.hslHueF(), 0.0F), hue.hslSaturationF(), static_cast<float>(middle));
        (luminance(result) < wanted ? dark : light) = middle;
    }
    return result;
}

/// Neighbours differ in hue and in lightness.
QColor shade(const QColor& whole, int position) {
    constexpr double lightest = 0.285; // 3:1 on white
    constexpr double darkest = 0.18;   // 3:1 on the dark theme's ground
    const int turn = (position / 2 % 2 == 0 ? 12 : 26) * (position % 2 == 0 ? -1 : 1);
    const int hue = (std::max(whole.hslHue(), 0) + turn + 360) % 360;
    return withLuminance(
        QColor::fromHsl(hue, whole.hslSaturation(), whole.lightness()),
        position % 2 == 0 ? lightest : darkest);
}

template <typename Cue, std::size_t count>
Cue following(const std::array<Cue, count>& cues, Cue whole, int position) {
    const auto found = std::find(cues.begin(), cues.end(), whole);
    return cues[at(static_cast<int>(found - cues.begin()) + 1 + position, count)];
}

} // namespace

QColor colour(int partition) {
    return QColor::fromRgb(colours[at(partition, colours.size())]);
}

Qt::BrushStyle pattern(int partition) {
    return patterns[at(partition + partition / size, patterns.size())];
}

Qt::PenStyle dash(int partition) {
    return dashes[at(partition + partition / size, dashes.size())];
}

QString colourName(int partition) {
    static const std::array<const char*, size> names{
        QT_TRANSLATE_NOOP("PartitionPalette", "Blue"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Vermilion"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Green"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Purple"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Ochre"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Cyan"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Rose"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Olive"),
        QT_TRANSLATE_NOOP("PartitionPalette", "Violet")};
    return QCoreApplication::translate("PartitionPalette", names[at(partition, names.size())]);
}

Look look(int partition, const QString& chosen) {
    return {
        chosen.isEmpty() ? colour(partition) : QColor(chosen), pattern(partition), dash(partition)};
}

Look partLook(const Look& whole, int position, const QString& chosen) {
    return {
        chosen.isEmpty() ? shade(whole.colour, position) : QColor(chosen),
        following(patterns, whole.pattern, position), following(dashes, whole.dash, position)};
}

double contrast(const QColor& one, const QColor& other) {
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace parterre::ui::partition_palette
