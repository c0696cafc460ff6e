#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# checks_can_fail.sh ROOT: plants violations, one at a time, in a copy of the project, and expects the check
# that is there for it to name the file.
set -euo pipefail
checks=$(dirname "$(readlink -f "$0")")
source "$checks/common.sh"

copy=$(mktemp -d)
trap 'rm -rf "$copy" "$copy".{before,bin}' EXIT
project_files | tar -cf - -T - | tar -xf - -C "$copy"

# expect CHECK FILE LINE: with LINE put at the end of FILE, CHECK fails and names FILE.
expect() {
    local check=$1 file=$2 line=$3 path=$copy/$2 before=$copy.before said
    mkdir -p "$(dirname "$path")"
    rm -f "$before"
    [[ -f $path ]] && cp -p "$path" "$before"
    printf '%s\n' "$line" >>"$path"
    if said=$("$checks/$check.sh" "$copy" 2>&1); then
        violation "$check does not notice in $file: $line"
    elif [[ $said != *"$file"* ]]; then
        violation "$check fails without naming $file: $said"
    fi
    rm -f "$path"
    [[ ! -f $before ]] || mv "$before" "$path"
}

for check in documented layers licences metainfo places readme; do
    "$checks/check_$check.sh" "$copy" || violation "check_$check fails on the project as it is"
done

spdx='// SPDX-License-Identifier:'
expect check_documented core/model/json.h 'int planted();'
expect check_documented core/model/json.h 'namespace parterre { extern const int planted; }'
expect check_documented core/model/json.h '#define PARTERRE_PLANTED'
expect check_documented core/model/json.h 'using Planted = int;'
expect check_documented core/model/json.h $'/// Here.\nstruct Planted { int planted; };'
expect check_documented core/model/json.h $'/// Here.\nclass Planted { protected: void planted(); };'
expect check_documented core/model/json.h $'/// Here.\nenum class Planted { planted };'
expect check_layers core/model/json.h '#include <QString>'
expect check_layers core/model/json.h '#include "core/driver/driver.h"'
expect check_layers core/driver/result.h '#include "core/cuda/device.h"'
expect check_layers ui/planted/view.cpp '#include "core/driver/driver.h"'
expect check_layers ui/planted/view.cpp '#include "core/recorder/minimise.h"'
expect check_layers ui/planted/view.cpp '#include <cuda.h>'
expect check_layers app/parterre/planted.h '#include "core/engine/engine.h"'
expect check_licences core/planted.cpp 'int planted;'
expect check_licences core/planted.cpp "$spdx GPL-3.0-or-later"
expect check_licences ui/planted.cpp "$spdx Apache-2.0"
expect check_licences tools/planted '#!/bin/sh'
expect check_metainfo resources/org.parterre.parterre.metainfo.xml '<launchable type="desktop-id">planted.desktop</launchable>'
expect check_places docs/architecture.md "See /""work/notes."
expect check_places tools/test 'pip install --index-url https://pypi.''org/simple six'
expect check_places core/model/json.h '// TO''DO: more'
expect check_readme README.md 'Run `tools/planted`.'
expect check_readme README.md 'Run `tools/test --planted`.'
expect check_readme README.md '[planted](docs/planted.md)'

mkdir -p "$copy/build/tests"
printf '#!/bin/sh\necho "here()"\n' >"$copy/build/tests/tst_planted"
chmod +x "$copy/build/tests/tst_planted"
named_tests() {
    printf '`%s`\n' "$1" >"$copy/docs/planted.md"
    "$checks/check_named_tests.sh" "$copy" "$copy/build" | grep '^docs/planted.md' || true
}
for test in tst_planted::gone tst_gone::here; do
    [[ -n $(named_tests $test) ]] || violation "check_named_tests does not notice $test"
done
said=$(named_tests tst_planted::here)
[[ -z $said ]] || violation "check_named_tests complains of what is there: $said"
rm -rf "$copy/docs/planted.md" "$copy/build"

# Without doxygen, and with one that reads nothing.
mkdir "$copy.bin"
for tool in bash cat dirname find git mktemp python3 readlink rm sort; do
    path=$(command -v "$tool") && ln -s "$path" "$copy.bin"
done
said=$(PATH=$copy.bin "$checks/check_documented.sh" "$copy" 2>&1) || true
[[ $said == "doxygen is not installed"* ]] || violation "check_documented without doxygen says: $said"
printf '#!/bin/sh\n' >"$copy.bin/doxygen"
chmod +x "$copy.bin/doxygen"
! PATH=$copy.bin "$checks/check_documented.sh" "$copy" >/dev/null 2>&1 ||
    violation "check_documented does not notice that doxygen reads nothing"

printf 'parterre_model\nparterre_core\n' >"$copy/closure.txt"
! "$checks/check_layers.sh" "$copy" "$copy/closure.txt" >/dev/null ||
    violation "check_layers does not notice that the window links parterre_core"
finish
