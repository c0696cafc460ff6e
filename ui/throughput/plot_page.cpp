// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/plot_page.h"

#include <QSvgGenerator>

namespace parterre::ui {

QImage PlotPage::picture() {
    constexpr int scale = 2;
    QImage image(pictureSize() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    drawPicture(image, false);
    return image;
}

bool PlotPage::savePicture(const QString& file) {
    if (!file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return picture().save(file);
    QSvgGenerator generator;
    generator.setFileName(file);
    generator.setSize(pictureSize());
    generator.setViewBox(QRect(QPoint(), pictureSize()));
    generator.setTitle(accessibleName());
    return drawPicture(generator, true);
}

} // namespace parterre::ui
