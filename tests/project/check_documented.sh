#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# check_documented.sh ROOT: each public declaration in a header of core, all of which are installed, has a `///`
# comment. doxygen reads the headers; what undocumented.py leaves out is listed there.
set -euo pipefail
checks=$(dirname "$(readlink -f "$0")")
source "$checks/common.sh"
command -v doxygen >/dev/null || {
    echo "doxygen is not installed: without it nobody can tell which declarations have a comment"
    exit 1
}

read_headers=$(mktemp -d)
trap 'rm -rf "$read_headers"' EXIT
# A name that a class inherits keeps the comment of what it overrides.
doxygen - >"$read_headers/said" 2>&1 <<END || { cat "$read_headers/said" && exit 1; }
INPUT = core
FILE_PATTERNS = *.h
RECURSIVE = YES
STRIP_FROM_PATH = .
OUTPUT_DIRECTORY = "$read_headers"
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
EXTRACT_PACKAGE = YES
INHERIT_DOCS = YES
SKIP_FUNCTION_MACROS = NO
ENABLE_PREPROCESSING = YES
MACRO_EXPANSION = NO
QUIET = YES
WARNINGS = NO
END

undocumented=$(python3 "$checks/undocumented.py" "$read_headers/xml")
while IFS= read -r line; do
    [[ -z $line ]] || violation "$line: no /// comment"
done <<<"$undocumented"
finish
