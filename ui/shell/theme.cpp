// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/theme.h"

#include <QApplication>
#include <QStyleFactory>

namespace parterre::ui::theme {
namespace {

QPalette make(QRgb window, QRgb base, QRgb button, QRgb text, QRgb accent, QRgb border) {
    const QColor quiet = mixed(QColor(text), QColor(window), 0.55);
    QPalette palette{QColor(text), QColor(button), QColor(base), QColor(border), QColor(border),
                     QColor(text), QColor(text),   QColor(base), QColor(window)};
    palette.setColor(QPalette::AlternateBase, mixed(QColor(base), QColor(window), 0.6));
    palette.setColor(QPalette::Highlight, QColor(accent));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(accent));
    palette.setColor(QPalette::ToolTipBase, QColor(base));
    palette.setColor(QPalette::ToolTipText, QColor(text));
    palette.setColor(QPalette::PlaceholderText, quietText(palette));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, quiet);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(border));
    return palette;
}

QPalette light() {
    return make(0xfff4f5f7, 0xffffffff, 0xfffafbfc, 0xff1d2329, 0xff2469b3, 0xffcdd3da);
}

QPalette dark() {
    return make(0xff1a1e23, 0xff242a31, 0xff303841, 0xffe4e7eb, 0xff3b82cc, 0xff3c444d);
}

bool hasDesktopToFollow() {
    return !qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORMTHEME");
}

QFont scaled(QFont font, double factor) {
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

} // namespace

void install(Choice choice) {
    if (choice == Choice::system && hasDesktopToFollow())
        return; // its style and its palette, and its changes of them
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(choice == Choice::dark ? dark() : light());
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() <
           palette.color(QPalette::WindowText).lightness();
}

QColor quietText(const QPalette& palette) {
    return mixed(
        palette.color(QPalette::Active, QPalette::WindowText),
        palette.color(QPalette::Active, QPalette::Window), 0.33);
}

QColor line(const QPalette& palette) {
    return mixed(
        palette.color(QPalette::Active, QPalette::Window),
        palette.color(QPalette::Active, QPalette::WindowText), isDark(palette) ? 0.2 : 0.15);
}

QColor surface(const QPalette& palette) {
    return palette.color(QPalette::Active, QPalette::Base);
}

QColor good(const QPalette& palette) {
    return isDark(palette) ? QColor(0x4c, 0xb7, 0x82) : QColor(0x1a, 0x7a, 0x4c);
}

QColor caution(const QPalette& palette) {
    return isDark(palette) ? QColor(0xe0, 0xa8, 0x3a) : QColor(0x96, 0x62, 0x00);
}

QColor bad(const QPalette& palette) {
    return isDark(palette) ? QColor(0xf0, 0x7a, 0x6e) : QColor(0xb8, 0x2c, 0x22);
}

QColor mixed(const QColor& one, const QColor& other, double shareOfOther) {
    const auto mix = [&](double a, double b) {
        return static_cast<float>(a + (b - a) * shareOfOther);
    };
    return QColor::fromRgbF(
        mix(one.redF(), other.redF()), mix(one.greenF(), other.greenF()),
        mix(one.blueF(), other.blueF()));
}

QFont headingFont(const QFont& base) {
    QFont font = scaled(base, 1.0);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont titleFont(const QFont& base) {
    QFont font = scaled(base, 1.45);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont captionFont(const QFont& base) {
    return scaled(base, 0.9);
}

} // namespace parterre::ui::theme
