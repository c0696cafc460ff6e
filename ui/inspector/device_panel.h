// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QListView;
class QScrollArea;
class QVBoxLayout;

namespace parterre::ui {

class DeviceListModel;
class Session;

/// The GPUs, and all that is known of the chosen one. Where there is no real one it says why.
class DevicePanel : public QWidget {
    Q_OBJECT
public:
    explicit DevicePanel(Session& session, QWidget* parent = nullptr);

    QListView& list() const { return *m_list; }
    /// The sentences about what is missing; empty when nothing is.
    QString notice() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void showDevices();
    void showDevice();
    QWidget* makeFacts() const;

    Session& m_session;
    DeviceListModel* m_model;
    QListView* m_list;
    QLabel* m_notice;
    QScrollArea* m_facts;
};

} // namespace parterre::ui
