// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plan_recovery.h"

#include "core/model/json.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/text.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <chrono>
#include <optional>

namespace parterre::ui {
namespace {

constexpr std::chrono::seconds keptAfter{1}; ///< at most so much work is lost

QString lockOf(const QString& file) {
    return file + QStringLiteral(".lock");
}

/// A lock of a process that lives is never stale, however old it is.
std::unique_ptr<QLockFile> makeLock(const QString& file) {
    auto lock = std::make_unique<QLockFile>(lockOf(file));
    lock->setStaleLockTime(0);
    return lock;
}

Json contentOf(const PartitionPlan& plan, const QString& path) {
    return {
        {"parterre_recovery", 1},
        {"path", fromQt(path)},
        {"time", fromQt(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs))},
        {"plan", plan}};
}

/// Nothing where it cannot be read, as by a newer version that writes more.
std::optional<PlanRecovery::Lost> lostIn(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    try {
        const Json json = parseJson(bytes.toStdString(), "recovery");
        const JsonReader reader(json, "");
        reader.integer("parterre_recovery", 1, 1);
        return PlanRecovery::Lost{
            path,
            planFromJson(reader.object("plan")),
            toQt(reader.string("path", "")),
            QDateTime::fromString(toQt(reader.string("time", "")), Qt::ISODateWithMs),
            {}};
    } catch (const InputError&) {
        return {};
    }
}

} // namespace

QString PlanRecovery::Lost::summary() const {
    constexpr qsizetype mostNamed = 4;
    QStringList groups;
    for (const PlanGroup& group : plan.groups)
        groups << tr("%1 %2").arg(toQt(group.name)).arg(group.smCount);
    QString sizes = groups.mid(0, mostNamed).join(QStringLiteral(", "));
    if (groups.size() > mostNamed)
        sizes += tr(" and %1 more").arg(groups.size() - mostNamed);
    return tr("%1, edited %2: %3 SMs on %4")
        .arg(
            path.isEmpty() ? tr("New plan") : QFileInfo(path).fileName(),
            QLocale().toString(time.toLocalTime(), QLocale::ShortFormat),
            sizes.isEmpty() ? QStringLiteral("0") : sizes, toQt(plan.device));
}

PlanRecovery::PlanRecovery(PlanEditor& editor, PlanDocument& document, QString folder)
    : m_editor(editor)
    , m_document(document)
    , m_folder(std::move(folder))
    , m_name(QUuid::createUuid().toString(QUuid::WithoutBraces)) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &PlanRecovery::keep);
    connect(&m_editor, &PlanEditor::planChanged, this, &PlanRecovery::planChanged);
    connect(&m_editor.undoStack(), &QUndoStack::cleanChanged, this, &PlanRecovery::planChanged);
    take();
}

PlanRecovery::~PlanRecovery() {
    for (const Lost& one : m_lost)
        QFile::remove(one.file);
    QFile::remove(ownFile());
}

QString PlanRecovery::usualFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
           QStringLiteral("/recovery");
}

QString PlanRecovery::ownFile() const {
    return QStringLiteral("%1/%2.json").arg(m_folder, m_name);
}

void PlanRecovery::take() {
    const QDir folder(m_folder);
    const QStringList files = folder.entryList({QStringLiteral("*.json")}, QDir::Files);
    for (const QString& name : files) {
        const QString file = folder.filePath(name);
        std::shared_ptr<QLockFile> lock = makeLock(file);
        if (!lock->tryLock())
            continue; // its window lives, or another one offers it
        if (auto found = lostIn(file)) {
            found->lock = std::move(lock);
            m_lost.push_back(std::move(*found));
        }
    }
    std::sort(m_lost.begin(), m_lost.end(), [](const Lost& one, const Lost& other) {
        return one.time > other.time;
    });
}

void PlanRecovery::recover(std::size_t which) {
    const Lost found = m_lost[which];
    m_document.recover(found.plan, found.path);
    keep(); // before the only other place of it goes
    giveUp(which);
}

void PlanRecovery::giveUp(std::size_t which) {
    QFile::remove(m_lost[which].file);
    m_lost.erase(m_lost.begin() + static_cast<std::ptrdiff_t>(which));
    emit lostChanged();
}

void PlanRecovery::planChanged() {
    if (m_editor.undoStack().isClean() && !m_editor.isInGesture()) {
        m_timer.stop();
        QFile::remove(ownFile());
    } else if (!m_timer.isActive()) {
        m_timer.start(keptAfter);
    }
}

void PlanRecovery::keep() {
    m_timer.stop();
    if (m_editor.undoStack().isClean())
        return;
    QDir().mkpath(m_folder);
    if (!m_lock) {
        m_lock = makeLock(ownFile());
        m_lock->tryLock(); // nobody else has this name
    }
    QSaveFile file(ownFile());
    const std::string text = contentOf(m_document.toSave(), m_document.path()).dump(2);
    const bool isKept = file.open(QIODevice::WriteOnly) &&
                        file.write(text.data(), static_cast<qint64>(text.size())) ==
                            static_cast<qint64>(text.size()) &&
                        file.commit();
    if (!isKept && !std::exchange(m_hasFailed, true))
        emit failed(
            tr("Edits that are not saved would be lost in a crash: they cannot be kept in %1.")
                .arg(m_folder),
            file.errorString());
}

} // namespace parterre::ui
