// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/bar_content.h"
#include "ui/partition/bar_layout.h"
#include "ui/partition/handle_motion.h"

#include <QWidget>

#include <map>
#include <optional>

namespace parterre::ui {

/// The GPU's SMs as one bar, one segment a group and one for what is left over, with a handle at
/// each group's right border; sub-partitions the same way within the one that is split. Shows what
/// it is given and says what the user wants; changes nothing itself. Whatever the mouse can do the
/// keyboard can, and a screen reader sees each part.
class PartitionBar : public QWidget {
    Q_OBJECT
public:
    /// A segment, or the handle at a group's right border. In the order of the Tab key: segment 0,
    /// what it is split into, handle 0, segment 1, …
    struct Part {
        enum class Kind { segment, handle };
        Kind kind = Kind::segment;
        GroupPath path; ///< of the segment; for a handle, of the group before it

        friend bool operator==(const Part&, const Part&) = default;
    };

    explicit PartitionBar(QWidget* parent = nullptr);

    void setContent(BarContent content);
    const BarContent& content() const { return m_content; }
    /// What runs now, in the segments where something does.
    void setLiveRates(std::map<GroupPath, LiveRate> rates);

    std::vector<Part> parts() const;
    /// Where a part can be hit, in the widget's coordinates.
    QRect partRect(const Part& part) const;
    QString partName(const Part& part) const;
    QString partDescription(const Part& part) const;
    const Part& focusPart() const { return m_focus; }
    void setFocusPart(const Part& part);
    HandleMotion motion(const GroupPath& handle) const;
    /// Moves a handle in one step; one undo entry. False where it stands there already.
    bool moveHandle(const GroupPath& handle, const HandleMotion::Step& step);
    bool isDragging() const { return m_drag.has_value(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    // A drag with the mouse, or a key held down: one change, in as many steps as it takes.
    void dragBegan();
    void
    handleMoved(const parterre::ui::GroupPath& group, const parterre::ui::HandleMotion::Step& step);
    void dragEnded(const parterre::ui::GroupPath& group);
    void dragCancelled();
    void renameWanted(const parterre::ui::GroupPath& group);
    /// It or the handle behind it has the focus.
    void segmentSelected(const parterre::ui::GroupPath& segment);
    /// A key that can move its handle no further: a sentence that says why.
    void refused(const QString& sentence);
    void menuWanted(const parterre::ui::GroupPath& segment, const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    struct Drag {
        GroupPath handle;
        BarLayout::Level
            level; ///< as it was at the press: the ground does not move under the mouse
        HandleMotion motion;
        double grip; ///< from the handle to where it was taken
        HandleMotion::Step last;
        double mouseX;
    };

    BarLayout places() const;
    QRectF body() const;
    std::optional<Part> partAt(const QPointF& position) const;
    void tellAccessibility();
    void cancelDrag();
    void endKeyed();
    QString whyNotMoved(const GroupPath& handle, bool toTheRight) const;

    BarContent m_content;
    std::map<GroupPath, LiveRate> m_rates;
    Part m_focus;
    std::optional<GroupPath> m_hoveredHandle;
    std::optional<Drag> m_drag;
    std::optional<GroupPath> m_keyedHandle; ///< the one that a key held down moves
};

} // namespace parterre::ui
