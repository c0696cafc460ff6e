// SPDX-License-Identifier: Apache-2.0
/// The sentences about a plan: one function a finding. What a person reads in the window, on the
/// command line and in an engine's answer comes from here.
#pragma once

#include "core/plan/split_layout.h"

#include <string>
#include <vector>

namespace parterre::diagnose {

// Errors: applying would be refused.
Diagnostic emptyPlan();
Diagnostic tooManySms(int requested, int total);
Diagnostic unequalByCount(const PartitionPlan& plan);
Diagnostic unitsNeedCombined(const std::string& group);
Diagnostic unknownUnit(const std::string& group, int unit, int unitCount, int unitSize);
/// The groups, rounded up to whole units, need more units than there are.
Diagnostic unitsDoNotFit(int rounded, int unitSize, int unitCount, bool smallestMightFit);
/// Structured splits check counts and never round them. `most`: what one group of such units can
/// have.
Diagnostic notAligned(const PlanGroup& group, int unit, int most);
Diagnostic noPlacement(const std::string& driverSays);
Diagnostic refusedSizes(const std::string& driverSays);
Diagnostic unsupported(const std::string& sentence);

// Warnings: it can be applied, and differs from what was asked, or from what one may expect.
Diagnostic roundedUp(const LayoutPart& part, int total);
Diagnostic belowMinimum(const LayoutPart& part);
Diagnostic fewerSms(const LayoutPart& part);
Diagnostic chosenUnits(const LayoutPart& part);
Diagnostic fewerGroups(const PartitionPlan& plan, const SplitLayout& layout, int total);
Diagnostic tooManyPartitions(int partitions, int hardwareConnections);
/// `asked`: the plan says so itself, which makes it a remark.
Diagnostic clusterLimited(int cluster, bool asked);
/// Under MPS with an active-thread percentage kernels may use more SMs than their partition has.
Diagnostic mpsReachesFurther(int activeThreadPercentage);
Diagnostic optionsIgnored(const std::string& group, Strategy strategy);
Diagnostic observedDiffers(const std::string& partition, int reported, int observed);

// Remarks.
/// The plan leaves the choice to Parterre, and `usual` would have been refused or cost groups.
Diagnostic combinedInsteadOf(Strategy usual);
Diagnostic noRemainder(int total);
Diagnostic notObserved(const std::string& why);

} // namespace parterre::diagnose
