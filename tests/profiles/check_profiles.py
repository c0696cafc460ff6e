#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_profiles.py ROOT PARTERRE_CLI: every profile of resources/devices is as the schema beside them says
and can be read by the program, and of broken ones both refuse the same, the program naming the field."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ABSENT = object()

# Path in the document, what is put there.
BROKEN = [
    ("version", 2), ("version", "1"), ("version", ABSENT),
    ("id", 7), ("id", ABSENT), ("name", None), ("name", ABSENT),
    ("provenance", ABSENT), ("provenance", []),
    ("provenance.kind", "guessed"), ("provenance.kind", ABSENT),
    ("provenance.date", "yesterday"), ("provenance.date", "2026-12-1"), ("provenance.date", ABSENT),
    ("provenance.driver_version", "thirteen"), ("provenance.driver_version", 13.0),
    ("provenance.driver_version", "9.2"), ("provenance.driver_version", "13.11"),
    ("provenance.source", ABSENT), ("provenance.source", ["a", "b"]),
    ("provenance.sources", "a book"), ("provenance.sources", ["a book"]),
    ("provenance.sources", [{"figures": "SMs"}]), ("provenance.guesses", "all"),
    ("provenance.guesses", [1]),
    ("uuid", "xyz"), ("uuid", "5117ED000000000000000000000000C8"), ("uuid", ABSENT),
    ("pci_address", "c8:00.0"), ("pci_address", "0000:C8:00.0"), ("pci_address", "0000:c8:00.8"),
    ("pci_address", ABSENT),
    ("memory_bytes", 0), ("memory_bytes", "141 GB"), ("memory_bytes", 1 << 50), ("memory_bytes", ABSENT),
    ("sm_count", 0), ("sm_count", 513), ("sm_count", 1.5), ("sm_count", ABSENT),
    ("compute_capability", "9.0"), ("compute_capability", ABSENT),
    ("compute_capability.major", 0), ("compute_capability.minor", 10),
    ("attributes", ABSENT), ("attributes.warp_size", 0), ("attributes.ecc", True),
    ("attributes.clock_khz", -1), ("attributes.l2_bytes", 1 << 31), ("attributes.copy_engines", ABSENT),
    ("topology", ABSENT), ("topology", []), ("topology.gpcs", ABSENT), ("topology.gpcs", []),
    ("topology.gpcs", 12), ("topology.gpcs.0", []), ("topology.gpcs.0", 4), ("topology.gpcs.0.0", []),
    ("topology.gpcs.0.0", 7), ("topology.gpcs.0.0", [0, 1, 2]), ("topology.gpcs.0.0.0", -1),
    ("topology.gpcs.0.0.0", 512), ("topology.gpcs.0.0.0", "0"), ("topology.gpcs.0.0.0", None),
    ("sm_resource", 8), ("sm_resource", {}), ("sm_resource.min_partition_size", 0),
    ("sm_resource.coscheduled_alignment", "8"), ("sm_resource.max_cluster_size", 65),
    ("sm_resource.max_cluster_size", ABSENT),
    ("rates", ABSENT), ("rates.fp32_tflops_per_sm", 0), ("rates.fp32_tflops_per_sm", "fast"),
    ("rates.memory_gbs", -1), ("rates.memory_saturation", 0.5), ("rates.jitter", 0.6),
    ("rates.jitter", ABSENT), ("rates.connection_overlap", 0), ("rates.front_end_streams", None),
    ("costs", ABSENT), ("costs.split_us", "fast"), ("costs.split_us", -1),
    ("costs.stream_create_us", 2e6), ("costs.green_context_bytes", 0.5),
    ("costs.green_context_bytes", ABSENT),
]

# What only the program can see: the schema lets these pass.
BEYOND_A_SCHEMA = [
    ("sm_count", 144, "topology.gpcs"),
    ("topology.gpcs.0.0.0", 1, "topology.gpcs"),
    ("topology.gpcs.0.0.0", 200, "topology.gpcs"),
    ("topology.gpcs.8", [[124], [125]], "topology.gpcs"),
    ("sm_resource.min_partition_size", 7, "sm_resource.min_partition_size"),
]

failures = []


def check(condition, text):
    if not condition:
        failures.append(text)


def changed(document, path, value):
    document = copy.deepcopy(document)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place = document
    for part in way:
        place = place[part]
    if value is ABSENT:
        del place[last]
    else:
        place[last] = value
    return document


def main(root, program):
    folder = pathlib.Path(root) / "resources" / "devices"
    schema = json.loads((folder / "profile.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def inspect(device):
        return subprocess.run(
            [program, "inspect", "--device", device, "--json"], capture_output=True, text=True, check=False)

    profiles = sorted(path for path in folder.glob("*.json") if path.name != "profile.schema.json")
    for path in profiles:
        document = json.loads(path.read_text())
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]
        check(not errors, f"{path.name}: {errors}")
        check(document["id"] == path.stem, f"{path.name}: its id is {document['id']}")
        answer = inspect(f"sim:{path.stem}")
        check(answer.returncode == 0, f"sim:{path.stem}: {answer.stderr}")
        check(answer.returncode != 0 or json.loads(answer.stdout)["name"] == document["name"],
              f"sim:{path.stem} is not what its file says: build the program again")
        modelled = document["provenance"]["kind"] == "modelled"
        check(not modelled or document["provenance"].get("sources") and document["provenance"].get("guesses"),
              f"{path.name}: modelled, but from what, and what is a guess?")

    good = json.loads((folder / "h200.json").read_text())
    good["sm_resource"] = {"min_partition_size": 8, "coscheduled_alignment": 8, "max_cluster_size": 16}
    good["provenance"]["sources"] = []
    good["provenance"]["guesses"] = []
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "broken.json"

        def judged(document):
            file.write_text(json.dumps(document))
            return validator.is_valid(document), inspect(f"sim:{file}")

        fits, answer = judged(good)
        check(fits and answer.returncode == 0, f"the document to be broken is broken: {answer.stderr}")
        for path, value in BROKEN:
            what = f"{path} = {'absent' if value is ABSENT else json.dumps(value)}"
            fits, answer = judged(changed(good, path, value))
            check(not fits, f"{what}: the schema lets it pass")
            check(answer.returncode == 2, f"{what}: the program answers {answer.returncode}: {answer.stderr}")
            # Of lists, the program names the list.
            field = path.split(".gpcs.")[0] + (".gpcs" if ".gpcs." in path else "")
            check(f"{file}.{field}" in answer.stderr and "allowed: " in answer.stderr,
                  f"{what}: the program does not name the field: {answer.stderr}")
        for path, value, field in BEYOND_A_SCHEMA:
            what = f"{path} = {json.dumps(value)}"
            fits, answer = judged(changed(good, path, value))
            check(fits, f"{what}: the schema can see that; move it to the others")
            check(answer.returncode == 2 and f"{file}.{field}" in answer.stderr,
                  f"{what}: the program answers {answer.returncode}: {answer.stderr}")

    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{len(profiles)} profiles, {len(BROKEN)} + {len(BEYOND_A_SCHEMA)} broken ones, "
          f"{len(failures)} failures")
    return 1 if failures else 0


sys.exit(main(*sys.argv[1:]))
