#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_licences.sh ROOT: every file that can carry a comment says its licence at its top (its first line, or
# the one after an interpreter or an XML declaration), the one its
# folder is under, and the licence's text is in LICENSES.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/common.sh"

licence_of() {
    case $1 in
        *CMakeLists.txt | *.cmake | *.sh | tools/* | .ci/* | .clang-* | .gitignore) echo CC0-1.0 ;;
        ui/* | app/parterre/* | tests/ui/* | tests/bench/ui/*) echo GPL-3.0-or-later ;;
        app/cli/*) echo '(Apache-2.0|GPL-3.0-or-later)' ;;
        core/* | resources/kernels/* | tests/*) echo Apache-2.0 ;;
        *) echo '(Apache-2.0|CC0-1.0|GPL-3.0-or-later)' ;;
    esac
}

while IFS= read -r file; do
    case $file in
        # Text for readers, data, and what has no comments: covered by LICENSES and README.md.
        *.md | *.json | *.jsonl | *.png | *.txt | LICENSES/* | tests/data/* | .gitignore) 
            [[ $file == *CMakeLists.txt ]] || continue ;;
    esac
    licence=$(licence_of "$file")
    head -n 3 -- "$file" | grep -qE "SPDX-License-Identifier: $licence\b" ||
        violation "$file: its first line must be SPDX-License-Identifier: $licence"
done < <(project_files)

while IFS= read -r licence; do
    [[ -f LICENSES/$licence.txt ]] || violation "LICENSES/$licence.txt: missing, though a file names it"
done < <(project_files | tr '\n' '\0' | xargs -0 grep -hIoE 'SPDX-License-Identifier: [A-Za-z0-9.-]+' -- |
    sed 's/.*: //' | sort -u)
finish
