// SPDX-License-Identifier: Apache-2.0
/// The sentences about a plan: one function a finding. What a person reads in the window, on the
/// command line and in an engine's answer comes from here.
#pragma once

#include "core/plan/split_layout.h"

#include <string>
#include <vector>

namespace parterre::diagnose {

// Errors: applying would be refused.
/// There are no groups.
Diagnostic emptyPlan();
/// The counts asked for, in SMs, add up to more than there are.
Diagnostic tooManySms(int requested, int total);
/// The plan insists on a split by count, which has one count for all. Needs groups of unequal
/// counts.
Diagnostic unequalByCount(const PlanSplit& plan);
/// The group was painted, and the plan's strategy is another.
Diagnostic unitsNeedCombined(const std::string& group);
/// One of the group's chosen units does not exist. `unitSize`: SMs.
Diagnostic unknownUnit(const std::string& group, int unit, int unitCount, int unitSize);
/// The groups, rounded up to whole units, need more units than there are.
Diagnostic unitsDoNotFit(int rounded, int unitSize, int unitCount, bool smallestMightFit);
/// Structured splits check counts and never round them. `most`: what one group of such units can
/// have.
Diagnostic notAligned(const PlanGroup& group, int unit, int most);
/// A structured split that the driver has no room for. `driverSays`: the error's what().
Diagnostic noPlacement(const std::string& driverSays);
/// A structured split that the driver refuses for any other reason. `driverSays`: the error's
/// what().
Diagnostic refusedSizes(const std::string& driverSays);
/// The driver is too old. `sentence`: as whyUnsupported() says it.
Diagnostic unsupported(const std::string& sentence);

// Warnings: it can be applied, and differs from what was asked, or from what one may expect.
/// The group gets more SMs than it asked for. `total`: the SMs that are split.
Diagnostic roundedUp(const LayoutPart& part, int total);
/// The same, where it asked for less than the smallest partition has.
Diagnostic belowMinimum(const LayoutPart& part);
/// The group gets fewer SMs than it asked for: it was painted, and its units have no more.
Diagnostic fewerSms(const LayoutPart& part);
/// The group gets fewer SMs than it asked for, of the driver's own accord: of a split partition's.
Diagnostic splitInFewer(const LayoutPart& part);
/// The group gets more, because its chosen units have more.
Diagnostic chosenUnits(const LayoutPart& part);
/// The layout has room for the first groups only, at least one. `total`: the SMs
/// that are split.
Diagnostic fewerGroups(const PlanSplit& plan, const SplitLayout& layout, int total);
/// More partitions than connections, so that they can't all be at work at once.
Diagnostic tooManyPartitions(int partitions, int hardwareConnections);
/// `asked`: the plan says so itself, which makes it a remark.
Diagnostic clusterLimited(int cluster, bool asked);
/// Under MPS with an active-thread percentage kernels may use more SMs than their partition has.
Diagnostic mpsReachesFurther(int activeThreadPercentage);
/// The group asks for what this strategy does not know; with `structured`, which knows all that
/// groups ask for, the plan does, by its largest cluster.
Diagnostic optionsIgnored(const std::string& group, Strategy strategy);
/// A probe kernel saw more or fewer SMs than the driver reports of the partition.
Diagnostic observedDiffers(const std::string& partition, int reported, int observed);

// Remarks.
/// The plan leaves the choice to Parterre, and `usual` would have been refused or cost groups.
Diagnostic combinedInsteadOf(Strategy usual);
/// The groups take all `total` SMs.
Diagnostic noRemainder(int total);
/// The group is split again, and isn't applied yet, so that the driver can't be asked what its
/// `groups` groups would get.
Diagnostic knownOnceApplied(const std::string& group, int groups);
/// No kernel could be run to see SMs. `why`: a sentence.
Diagnostic notObserved(const std::string& why);

} // namespace parterre::diagnose
