// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QString>
#include <QVariant>

#include <vector>

namespace parterre::ui {

/// One thing that can be asked for a single group, beside its name and workload: how the table and
/// the options below it call it, show it, read it and write it. One list for both.
struct GroupOption {
    enum class Kind { count, choice, check };

    /// A value and the words for it.
    struct Word {
        QVariant value;
        QString text;
    };

    QString title;                    ///< "Co-scheduled"
    QString field;                    ///< in a sentence about a wrong value: "Co-scheduled SMs"
    QString meaning;                  ///< a sentence or two
    QString zero;                     ///< what 0 means, for a count: "all that fit"
    QString editText;                 ///< text of the undo entry; %1 is the group's name
    const char* capability = nullptr; ///< what a driver has to be able to do for it, by id
    Kind kind = Kind::count;
    std::vector<Word> words; ///< for a choice
    bool isOfSms = true;     ///< a count that cannot exceed the GPU's SMs
    bool isOfRuns = false;   ///< of no use where nothing runs: in a group that is split

    QVariant (*read)(const PlanGroup&) = nullptr;
    void (*write)(PlanGroup&, const QVariant&) = nullptr;

    /// As the table shows it.
    QString text(const PlanGroup& group) const;
    /// What is allowed, as an error lists it: "0 (all that fit) to 132".
    QString allowed(int smCount) const;
    /// What someone typed or chose, as a value; invalid when it is none of those allowed.
    QVariant parse(const QVariant& typed, int smCount) const;
    int most(int smCount) const; ///< the largest count
};

/// In the order in which they are shown; the first is the SM count.
const std::vector<GroupOption>& groupOptions();

/// Whether a group asks for any of them but a count of SMs.
bool hasOptions(const PlanGroup& group);
void clearOptions(PlanGroup& group);

} // namespace parterre::ui
