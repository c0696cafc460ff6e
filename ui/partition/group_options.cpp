// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_options.h"

#include "ui/shell/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace parterre::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("GroupOption", text);
}

/// For an option that is a field of the group as it stands.
template <auto field>
void bind(GroupOption& option) {
    using Value = std::decay_t<decltype(PlanGroup().*field)>;
    option.read = [](const PlanGroup& group) { return QVariant(group.*field); };
    option.write = [](PlanGroup& group, const QVariant& value) {
        group.*field = value.value<Value>();
    };
}

QString scopeWord(WorkqueueScope scope) {
    return toQt(workqueueScopeWord(scope));
}

void writeScope(PlanGroup& group, const QVariant& value) {
    const QString word = value.toString();
    if (word.isEmpty()) {
        group.workqueue.reset();
        return;
    }
    if (!group.workqueue)
        group.workqueue = WorkqueueDescription();
    for (const WorkqueueScope scope :
         {WorkqueueScope::deviceContext, WorkqueueScope::greenContextBalanced})
        if (scopeWord(scope) == word)
            group.workqueue->sharingScope = scope;
}

void writeLimit(PlanGroup& group, const QVariant& value) {
    if (!group.workqueue && value.toInt() == 0)
        return;
    if (!group.workqueue)
        group.workqueue = WorkqueueDescription();
    group.workqueue->concurrencyLimit = value.toInt();
}

GroupOption smCount() {
    GroupOption option;
    option.title = tr("SMs");
    option.field = tr("SMs");
    option.meaning = tr("SMs to ask for, or as many as fit: then the driver says how many one "
                        "group can have.");
    option.zero = tr("all that fit");
    option.editText = tr("Resize %1");
    bind<&PlanGroup::smCount>(option);
    return option;
}

GroupOption coscheduled() {
    GroupOption option;
    option.title = tr("Co-scheduled");
    option.field = tr("Co-scheduled SMs");
    option.meaning =
        tr("SMs that are certain to run a thread-block cluster's blocks side by side; by "
           "default as many as the GPU aligns to. Structured splits only.");
    option.zero = tr("default");
    option.editText = tr("Co-scheduled SMs of %1");
    option.capability = "structured_split";
    bind<&PlanGroup::coscheduledSmCount>(option);
    return option;
}

GroupOption preferred() {
    GroupOption option;
    option.title = tr("Preferred");
    option.field = tr("Preferred co-scheduled SMs");
    option.meaning = tr("Co-scheduled SMs to try for where there is room: a hint. Structured "
                        "splits only.");
    option.zero = tr("same");
    option.editText = tr("Preferred co-scheduled SMs of %1");
    option.capability = "structured_split";
    bind<&PlanGroup::preferredCoscheduledSmCount>(option);
    return option;
}

GroupOption backfill() {
    GroupOption option;
    option.title = tr("Backfill");
    option.field = tr("Backfill");
    option.meaning = tr("Top the group up with SMs that come without the co-scheduling promise. "
                        "Structured splits only.");
    option.editText = tr("Backfill of %1");
    option.capability = "structured_split";
    option.kind = GroupOption::Kind::check;
    bind<&PlanGroup::backfill>(option);
    return option;
}

GroupOption queueScope() {
    GroupOption option;
    option.title = tr("Work queues");
    option.field = tr("Work queues");
    option.meaning = tr("With whom the group shares work queues: with all of the GPU's context, or "
                        "balanced among the partitions, as far as the driver can.");
    option.editText = tr("Work queues of %1");
    option.capability = "workqueues";
    option.isOfRuns = true;
    option.kind = GroupOption::Kind::choice;
    option.words = {
        {QString(), tr("default")},
        {scopeWord(WorkqueueScope::deviceContext), tr("GPU-wide")},
        {scopeWord(WorkqueueScope::greenContextBalanced), tr("balanced")}};
    option.read = [](const PlanGroup& group) {
        return QVariant(group.workqueue ? scopeWord(group.workqueue->sharingScope) : QString());
    };
    option.write = writeScope;
    return option;
}

GroupOption queueLimit() {
    GroupOption option;
    option.title = tr("Queue limit");
    option.field = tr("Queue limit");
    option.meaning = tr("How many streams of the group the driver is told to expect at work at the "
                        "same time.");
    option.zero = tr("default");
    option.editText = tr("Queue limit of %1");
    option.capability = "workqueues";
    option.isOfRuns = true;
    option.isOfSms = false;
    option.read = [](const PlanGroup& group) {
        return QVariant(group.workqueue ? group.workqueue->concurrencyLimit : 0);
    };
    option.write = writeLimit;
    return option;
}

} // namespace

QString GroupOption::text(const PlanGroup& group) const {
    const QVariant value = read(group);
    switch (kind) {
    case Kind::count:
        return value.toInt() == 0 ? zero : value.toString();
    case Kind::check:
        return value.toBool() ? tr("yes") : tr("no");
    case Kind::choice:
        break;
    }
    const auto found = std::find_if(
        words.begin(), words.end(), [&](const Word& word) { return word.value == value; });
    return found == words.end() ? value.toString() : found->text;
}

int GroupOption::most(int smCount) const {
    return isOfSms ? smCount : std::numeric_limits<int>::max();
}

QString GroupOption::allowed(int smCount) const {
    switch (kind) {
    case Kind::count:
        return isOfSms ? tr("0 (%1) to %2").arg(zero).arg(smCount) : tr("0 (%1) or more").arg(zero);
    case Kind::check:
        return tr("yes or no");
    case Kind::choice:
        break;
    }
    QStringList all;
    for (const Word& word : words)
        all << word.text;
    return all.join(QStringLiteral(", "));
}

QVariant GroupOption::parse(const QVariant& typed, int smCount) const {
    switch (kind) {
    case Kind::count: {
        const QString trimmed = typed.toString().trimmed();
        bool isNumber = false;
        const int count = trimmed == zero ? 0 : trimmed.toInt(&isNumber);
        const bool isGood = (isNumber || trimmed == zero) && count >= 0 && count <= most(smCount);
        return isGood ? QVariant(count) : QVariant();
    }
    case Kind::check:
        return typed.typeId() == QMetaType::Bool ? typed : QVariant();
    case Kind::choice:
        break;
    }
    const auto found = std::find_if(
        words.begin(), words.end(), [&](const Word& word) { return word.value == typed; });
    return found == words.end() ? QVariant() : found->value;
}

const std::vector<GroupOption>& groupOptions() {
    static const std::vector<GroupOption> all{smCount(),  coscheduled(), preferred(),
                                              backfill(), queueScope(),  queueLimit()};
    return all;
}

bool hasOptions(const PlanGroup& group) {
    PlanGroup plain = group;
    clearOptions(plain);
    return plain != group;
}

void clearOptions(PlanGroup& group) {
    group.coscheduledSmCount = 0;
    group.preferredCoscheduledSmCount = 0;
    group.backfill = false;
    group.workqueue.reset();
}

} // namespace parterre::ui
