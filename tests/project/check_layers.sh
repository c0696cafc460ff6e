#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_layers.sh ROOT [CLOSURE]: each layer uses only what docs/architecture.md lets it use. CLOSURE is
# a file that names what the window links, one target a line.
set -euo pipefail
source "$(dirname "$(readlink -f "$0")")/common.sh"
closure=${2:-}

files_in() {
    project_files | grep -E "^($1)/.*\.(h|cpp|in)$" || true
}

# may_include FOLDER ALLOWED…: files of core/FOLDER include these folders of core, their own, and no other.
may_include() {
    local folder=$1 allowed files
    shift
    allowed=$(IFS='|' && echo "$folder${*:+|$*}")
    mapfile -t files < <(files_in "core/$folder")
    ((${#files[@]})) || return 0
    local line
    while IFS= read -r line; do
        violation "$line: core/$folder may use only core/{$allowed}"
    done < <(grep -HnE '^ *# *include "core/' -- "${files[@]}" |
        grep -vE "\"core/($allowed)/" || true)
}

mapfile -t core < <(files_in core)
forbid_lines "core holds no Qt" '^ *# *include [<"](Q[A-Z]|Qt|qcustomplot)' "${core[@]}"
forbid_lines "core does not know the window" '^ *# *include "(ui|app)/' "${core[@]}"

may_include model
may_include driver model
may_include simulator driver model
may_include cuda driver model
may_include probe cuda driver model
may_include workload cuda driver model
may_include plan cuda probe driver model
may_include recorder cuda probe workload simulator driver model
may_include experiment cuda probe plan workload driver model
may_include report model

mapfile -t window < <(files_in 'ui|app/parterre')
forbid_lines "the window uses core/model, core/report and nothing else of core" \
    '^ *# *include "core/([^mr]|m[^o]|mo[^d]|r[^e]|re[^p])' "${window[@]}"
forbid_lines "the window knows no CUDA" '^ *# *include [<"](cuda|nvrtc|cu[A-Z])' "${window[@]}"

if [[ -n $closure ]]; then
    forbid_lines "the window must not link this" '^(parterre_core|.*[cC][uU][dD][aA].*)$' "$closure"
    grep -qx parterre_model "$closure" || violation "$closure: no parterre_model: a broken list"
fi
finish
