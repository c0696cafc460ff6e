#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_metainfo.sh ROOT: what software centres are told is valid, and of this version. Without appstreamcli only
# the latter is looked at.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/common.sh"

file=resources/org.parterre.parterre.metainfo.xml
version=$(sed -nE 's/^project\(parterre VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
newest=$(sed -nE 's/.*<release version="([^"]+)".*/\1/p' "$file" | head -n 1)
[[ $newest == "$version" ]] || violation "$file: its newest release is $newest, the project's version $version"
while IFS= read -r desktop; do
    [[ -f resources/$desktop ]] || violation "$file: launches $desktop, which is not there"
done < <(sed -nE 's/.*"desktop-id">([^<]+)<.*/\1/p' "$file")
if command -v appstreamcli >/dev/null; then
    said=$(appstreamcli validate --no-net "$file" 2>&1) || violation "$file: $said"
fi
finish
