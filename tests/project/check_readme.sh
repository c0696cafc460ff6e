#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_readme.sh ROOT: what the texts tell a reader to run is there and can be run, the options they name
# are among those that --help lists, and what they link to exists.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/common.sh"

for text in README.md CONTRIBUTING.md; do
    while IFS= read -r command; do
        [[ -x $command ]] || violation "$text: $command is not there, or cannot be run"
    done < <(grep -oE '(^|[ `(])(tools|\.ci)/[a-z]+\b' "$text" | tr -d ' `(' | sort -u |
        while IFS= read -r path; do [[ -d $path ]] || echo "$path"; done)

    while read -r command option; do
        "$command" --help | grep -qE -e "^ *$option\b" ||
            violation "$text: $command --help does not know $option"
    done < <(grep -oE 'tools/(run|test|bundle|lint) --[a-z-]+' "$text" | sort -u)
done

while IFS= read -r text; do
    while IFS= read -r target; do
        [[ -e $(dirname "$text")/$target ]] || violation "$text: links to $target, which is not there"
    done < <(grep -oE '\]\([^)#: ]+' "$text" | sed 's/^](//')
done < <(project_files | grep -E '\.md$')
finish
