"""``python -m tests.golden``: make what is kept anew, after a change of rules that is meant.

That is a log of each shipped scenario, the sample in logs/ and the tables of docs/rules.md.
Look at the difference with ``encounter replay`` before committing it.
"""

from __future__ import annotations

from pathlib import Path

from sim.cli.rules import markdown_tables
from sim.loading.catalogue import read_catalogue
from sim.loading.library import list_scenarios
from sim.loading.rulesets import ruleset
from sim.loading.scenario import load_scenario
from sim.record.play import record_fight

SEED = 1
HERE = Path(__file__).parent


ROOT = HERE.parents[1]
RULES = ROOT / "docs" / "rules.md"


def rules_document() -> str:
    """docs/rules.md with the tables of the rules as they are registered now."""
    written = RULES.read_text(encoding="utf-8")
    ruleset("pf2e")  # registers its rules
    tables = "\n".join(markdown_tables(read_catalogue("pf2e"))).rstrip()
    return f"{written[: written.index('## Checks')]}{tables}\n"


def main() -> None:
    """Write them all."""
    RULES.write_text(rules_document(), encoding="utf-8")
    for name, _, path in list_scenarios():
        record_fight(load_scenario(path), SEED, path=HERE / f"{name}.jsonl.zst", force=True)
    sample = load_scenario(next(path for name, _, path in list_scenarios() if name == "duel"))
    record_fight(sample, SEED, path=ROOT / "logs" / "sample.jsonl", force=True)


if __name__ == "__main__":
    main()
