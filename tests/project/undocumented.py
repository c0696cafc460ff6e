# SPDX-License-Identifier: Apache-2.0
"""undocumented.py XML: prints FILE:LINE: SYMBOL for each public declaration without a comment, out of what doxygen
read of the headers. A protected one counts as public: derived classes use it.

Left out, each for want of anything to say:
- what is private, or inside something private, and friends' access: no user can name it;
- what is defaulted or deleted, copying, moving, destructors and `operator==`: the language says what they do, and what
  the class adds to that (move-only, what moved-from holds, equal to what) is in the class's own comment;
- all but the first of the variables declared in one line: they share its comment;
- unnamed members: whoever has them has a comment, and so have their own members;
- anonymous namespaces: nothing outside the file sees them;
- what LISTS make: the list is documented once, at its head, and its entries bear the names of the CUDA driver's functions.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

LISTS = {"PARTERRE_DRIVER_FUNCTION"}  # core/driver/driver_functions.def
COMMENTS = ("briefdescription", "detaileddescription")


def has_comment(element):
    return any("".join(part.itertext()).strip() for tag in COMMENTS for part in element.findall(tag))


def copies_or_moves(name, scope, arguments):
    own = scope.rsplit("::", 1)[-1]
    takes_its_own = re.match(r"\((const )?" + re.escape(own) + r" ?&&?( ?\w+)?\)", arguments)
    return bool(takes_its_own) and name in (own, "operator=")


def needs_comment(member, scope):
    name = member.findtext("name")
    arguments = member.findtext("argsstring") or ""
    if member.get("prot") == "private" or name in LISTS:
        return False
    if name.startswith(("@", "~")) or name == "operator==" or copies_or_moves(name, scope, arguments):
        return False
    if member.get("kind") == "friend" and member.findtext("type") in ("class", "struct", "friend class"):
        return False
    return not re.search(r"= *(default|delete)$", arguments)


def declarations(compound):
    """Yields (element, its symbol) for what this file of doxygen's says."""
    kind, scope = compound.get("kind"), compound.findtext("compoundname")
    if kind in ("class", "struct", "union"):
        if not scope.rsplit("::", 1)[-1].startswith("@"):
            yield compound, scope
    elif kind not in ("namespace", "file"):
        return
    lines_of_variables = set()
    for member in compound.iter("memberdef"):
        # A file lists once more what its namespaces have.
        if not member.get("id").startswith(compound.get("id") + "_1") or not needs_comment(member, scope):
            continue
        if member.get("kind") == "variable":
            line = (member.find("location").get("file"), member.find("location").get("line"))
            if line in lines_of_variables:
                continue
            lines_of_variables.add(line)
        prefix = "" if kind == "file" else scope + "::"
        symbol = prefix + member.findtext("name")
        yield member, symbol + ("()" if member.get("kind") == "function" else "")
        for value in member.findall("enumvalue"):
            if value.findtext("name") not in LISTS:
                yield value, f"{symbol}::{value.findtext('name')}"


compounds = [
    compound
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.xml"))
    for compound in ElementTree.parse(path).getroot().iter("compounddef")
]
hidden = {c.findtext("compoundname") for c in compounds if c.get("prot") == "private"}
seen = 0
missing = set()
for compound in compounds:
    scope = compound.findtext("compoundname")
    if "anonymous_namespace{" in scope or any(scope == name or scope.startswith(name + "::") for name in hidden):
        continue
    location = None
    for element, symbol in declarations(compound):
        seen += 1
        # A value of an enumeration has no place of its own.
        location = element.find("location") if element.find("location") is not None else location
        if not has_comment(element):
            missing.add((location.get("file"), int(location.get("line")), symbol))
for file, line, symbol in sorted(missing):
    print(f"{file}:{line}: {symbol}")
if not seen:
    sys.exit("doxygen read no declaration")
