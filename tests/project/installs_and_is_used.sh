#!/usr/bin/env bash
# SPDX-License-Identifier: CC0-1.0
# installs_and_is_used.sh ROOT BUILD [CMAKE-ARGUMENT…]: installs BUILD, moves that elsewhere, and configures,
# builds and runs docs/examples, copied out of the tree, against it.
set -euo pipefail
root=$(readlink -f "${1:?usage: $0 ROOT BUILD}")
build=$(readlink -f "${2:?usage: $0 ROOT BUILD}")
shift 2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for component in programs library; do
    cmake --install "$build" --prefix "$folder/first" --component "$component" >/dev/null
done
mv "$folder/first" "$folder/installed"
cp -R "$root/docs/examples" "$folder/examples"

for file in bin/parterre-cli share/man/man1/parterre-cli.1 share/doc/parterre/LICENSES/Apache-2.0.txt \
    include/parterre/core/cuda/device.h include/parterre/core/driver/driver_functions.def; do
    [[ -f $folder/installed/$file ]] || { echo "$file is not installed" && exit 1; }
done
if [[ -f $folder/installed/bin/parterre ]]; then
    for file in applications/parterre.desktop metainfo/org.parterre.parterre.metainfo.xml man/man1/parterre.1 \
        icons/hicolor/scalable/apps/parterre.svg; do
        [[ -f $folder/installed/share/$file ]] || { echo "share/$file is not installed" && exit 1; }
    done
fi
"$folder/installed/bin/parterre-cli" --version
! grep -rnF -e "$root" -e "$folder" --include='*.cmake' "$folder/installed" ||
    { echo "the package names the folder it was built or installed in" && exit 1; }

# What is there must do: a project that is no part of ours, with a compiler's usual options.
cat >"$folder/examples/model_only.cpp" <<'END'
#include "core/model/device_id.h"
int main() { return parterre::DeviceId::parse("sim:h200").text() == "sim:h200" ? 0 : 1; }
END
cat >>"$folder/examples/CMakeLists.txt" <<'END'
add_executable(model_only model_only.cpp)
target_link_libraries(model_only PRIVATE parterre::model)
END
cmake -S "$folder/examples" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/installed" "$@"
cmake --build "$folder/build"
"$folder/build/model_only"
said=$("$folder/build/two_partitions")
echo "$said"
[[ $said == *"filled 1048576 of 1048576 words, copied 1048576"* ]]
(($(wc -l <"$root/docs/examples/two_partitions.cpp") <= 60)) ||
    { echo "the example has more than 60 lines" && exit 1; }
