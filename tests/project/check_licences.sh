#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_licences.sh ROOT: every file that can carry a comment says its licence at its top (its first line, or
# the one after an interpreter or an XML declaration), the one its
# folder is under, and the licence's text is in LICENSES.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/common.sh"

# Sets expected to what the file's licence must match; to nothing for text for readers, data, and what
# has no comments, which LICENSES and README.md cover.
expect_for() {
    case $1 in
        *CMakeLists.txt | *.cmake | *.sh | .clang-*) expected=CC0-1.0 ;;
        *.md | *.json | *.jsonl | *.png | *.txt | LICENSES/* | tests/data/* | .gitignore) expected= ;;
        tools/* | .ci/*) expected=CC0-1.0 ;;
        ui/* | app/parterre/* | tests/ui/* | tests/bench/ui/*) expected=GPL-3.0-or-later ;;
        app/cli/*) expected='Apache-2.0|GPL-3.0-or-later' ;;
        core/* | resources/kernels/* | tests/*) expected=Apache-2.0 ;;
        *) expected='Apache-2.0|CC0-1.0|GPL-3.0-or-later' ;;
    esac
}

# For each file with one, the licence that its first three lines name.
declare -A licences
while IFS=$'\t' read -r file licence; do
    licences[$file]=$licence
done < <(project_files | tr '\n' '\0' | xargs -0 awk '
    FNR <= 3 && match($0, /SPDX-License-Identifier: [A-Za-z0-9.-]+/) {
        print FILENAME "\t" substr($0, RSTART + 25, RLENGTH - 25)
    }
    FNR > 3 { nextfile }')

while IFS= read -r file; do
    expect_for "$file"
    [[ -z $expected || ${licences[$file]:-none} =~ ^($expected)$ ]] ||
        violation "$file: its first line must be SPDX-License-Identifier: $expected"
done < <(project_files)

while IFS= read -r licence; do
    [[ -f LICENSES/$licence.txt ]] || violation "LICENSES/$licence.txt: missing, though a file names it"
done < <(printf '%s\n' "${licences[@]}" | sort -u)
finish
