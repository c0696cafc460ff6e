#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_named_tests.sh ROOT BUILD: every `program::function` that a text of docs names is a function of that test
# program. BUILD is the folder that the tests were built in.
set -euo pipefail
build=$(readlink -f "${2:?usage: $0 ROOT BUILD}")
source "$(dirname "$(readlink -f "$0")")/common.sh"

declare -A programs functions
while IFS= read -r program; do
    programs[${program##*/}]=$program
done < <(find "$build/tests" -type f -name 'tst_*' -perm -u+x)

named=0
while read -r text test; do
    named=$((named + 1))
    program=${test%%::*} function=${test##*::}
    if [[ -z ${programs[$program]:-} ]]; then
        violation "$text: $test: there is no test program $program"
        continue
    fi
    [[ -v functions[$program] ]] ||
        functions[$program]=$(QT_QPA_PLATFORM=offscreen "${programs[$program]}" -functions 2>&1)
    grep -qx "$function()" <<<"${functions[$program]}" ||
        violation "$text: $test: $program has no such function"
done < <(project_files | grep -E '^docs/.*\.md$' | while IFS= read -r text; do
    { grep -oE '\btst_[a-z0-9_]+::[A-Za-z0-9_]+' "$text" || true; } | sort -u | sed "s|^|$text |"
done)
((named > 0)) || violation "docs/resource-model.md: names no tests: a broken pattern"
finish
