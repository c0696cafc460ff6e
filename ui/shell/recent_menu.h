// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace parterre::ui {

class PlanDocument;

/// The plans used last; those that are gone are there and say so.
class RecentMenu : public QMenu {
    Q_OBJECT
public:
    explicit RecentMenu(PlanDocument& document, QWidget* parent = nullptr);

private:
    void offer();

    PlanDocument& m_document;
};

} // namespace parterre::ui
