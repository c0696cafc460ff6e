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

# The files of the project, one a line: what git knows or would add; all of them outside of a clone.
project_files() {
    if [[ -e .git ]]; then
        git -c safe.directory='*' ls-files --cached --others --exclude-standard | sort -u |
            while IFS= read -r file; do [[ -f $file ]] && printf '%s\n' "$file"; done
    else
        find . -type f -not -path './build/*' -printf '%P\n' | sort
    fi
}

# lines_matching PATTERN FILE…: a violation for each line that matches. No file, no violation.
forbid_lines() {
    local reason=$1 pattern=$2 line
    shift 2
    (($#)) || return 0
    while IFS= read -r line; do
        violation "$line: $reason"
    done < <(grep -HnIE -e "$pattern" -- "$@")
}
