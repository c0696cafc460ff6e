# SPDX-License-Identifier: CC0-1.0
# shellcheck shell=bash
# What the checks of this folder share. Each takes the root of a source tree, and fails with one line
# for each violation.

root=${1:?usage: $0 ROOT}
cd "$root"
violations=0

violation() {
    printf '%s\n' "$*"
    violations=$((violations + 1))
}

finish() {
    if ((violations)); then
        echo "$violations violation(s)"
        exit 1
    fi
}

list_project_files() {
    if [[ -e .git ]] && command -v git >/dev/null; then
        git -c safe.directory='*' ls-files --cached --others --exclude-standard | sort -u |
            while IFS= read -r file; do [[ ! -f $file ]] || printf '%s\n' "$file"; done
    else
        find . -type f -not -path './.git/*' -not -path './build/*' -not -path './dist/*' \
            -printf '%P\n' | sort
    fi
}

# The files of the project, one a line: what git knows or would add; without git, all but what a build makes.
# Made first, so that a check never passes for want of files.
all_files=$(list_project_files)
[[ $all_files == *CMakeLists.txt* ]] || {
    echo "$root holds no project"
    exit 1
}
project_files() { printf '%s\n' "$all_files"; }

# forbid_lines REASON PATTERN FILE…: a violation for each line that matches.
forbid_lines() {
    local reason=$1 pattern=$2 line
    shift 2
    (($#)) || return 0
    while IFS= read -r line; do
        violation "$line: $reason"
    done < <(grep -HnIE -e "$pattern" -- "$@")
}
