#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_places.sh ROOT: no file names a place that exists on one machine only, or a host that packages
# come from: a build takes them from wherever its machine is set up to.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/common.sh"

mapfile -t files < <(project_files | grep -vE '^LICENSES/')
forbid_lines "a path of one machine" '(^|[^A-Za-z0-9_.$}/-])/(work|root|home/[a-z]+)/' "${files[@]}"
forbid_lines "a host that packages come from" \
    '(pypi[.]org|pythonhosted[.]org|deb[.]debian[.]org|(archive|security)[.]ubuntu[.]com|developer[.]download[.]nvidia)' \
    "${files[@]}"
forbid_lines "unfinished work is an issue, not a comment" '\b(TO''DO|FIX''ME|XX''X)\b' "${files[@]}"
finish
