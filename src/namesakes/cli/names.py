"""`namesakes names`."""

import json
from itertools import combinations

import click

from namesakes.cli.paging import paged
from namesakes.cli.terminal import echo


@click.command("names")
@click.argument("names", metavar="NAME…", nargs=-1, required=True)
@click.option("--organizations", is_flag=True, help="The names are of organizations, not of people.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@paged
def command(names: tuple[str, ...], organizations: bool, as_json: bool) -> None:
    """Take names apart, and say what any two of them say of each other.

    They are equal, one is a short form of the other, they are compatible or different, or nothing can be told.

    \b
    namesakes names "Lady Catherine de Bourgh"
    namesakes names "Bob Dole" "Sen. Robert J. Dole" "Elizabeth Dole"
    namesakes names --organizations "Bank of England" "the Bank"
    """
    from namesakes.names import compare, parse
    from namesakes.names.organisations import compare_organisations, parse_organisation
    from namesakes.view.name_lines import name_lines, name_parts, relation_line

    parsed = [parse_organisation(name) if organizations else parse(name) for name in names]
    pairs = [
        (one, other, compare_organisations(one, other) if organizations else compare(one, other))
        for one, other in combinations(names, 2)
    ]
    if as_json:
        relations = [
            {"one": one, "other": other, "relation": found.relation, "reason": found.reason, "shorter": found.shorter}
            for one, other, found in pairs
        ]
        rows = [{"text": name.text, **name_parts(name)} for name in parsed]
        echo(json.dumps({"names": rows, "relations": relations}, indent=2, ensure_ascii=False))
        return
    for name in parsed:
        echo("\n".join(name_lines(name)))
    for one, other, found in pairs:
        echo(f"{one} · {other}: {relation_line(found, one, other)}")
