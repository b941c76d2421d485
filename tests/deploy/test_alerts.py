"""deploy/alerts.yaml: each metric in a rule is one of the program's, with its labels."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Any

import pytest
import yaml

from tests.deploy.proxies import DEPLOY

SOURCES = DEPLOY.parent / "src" / "canastra"
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"] for rule in group["rules"]
]
ENDS = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "watch": ("",)}
OF_PROMETHEUS = {"instance", "le", "job"}


@cache
def metrics() -> dict[str, set[str]]:
    """Return the names that Prometheus reads, with their labels, from the calls that create them."""
    found: dict[str, set[str]] = {}
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ENDS:
                words = [each.value for each in node.args if isinstance(each, ast.Constant)]
                if words and isinstance(words[0], str):
                    for end in ENDS[node.func.attr]:
                        found[f"canastra_{words[0]}{end}"] = set(map(str, words[2:]))
    return found


def test_the_calls_are_found() -> None:
    assert {"canastra_ready", "canastra_shards", "canastra_bot_answers_total"} <= metrics().keys()
    assert metrics()["canastra_worker_questions_total"] == {"level", "end"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_names_what_there_is(rule: dict[str, Any]) -> None:
    names = re.findall(r"\bcanastra_\w+", rule["expr"])
    assert names or rule["expr"].startswith("up{")
    known = metrics()
    assert set(names) <= known.keys()
    used = {
        each
        for part in re.findall(r"by \(([^)]*)\)|\{([^}]*)\}", rule["expr"])
        for each in re.findall(r"\b([a-z_]+)\b(?==|,|$)", part[0] or re.sub(r'"[^"]*"', "", part[1]))
    }
    assert used - OF_PROMETHEUS <= set[str]().union(*(known[name] for name in names))
    assert rule["annotations"]["summary"]
    assert rule["labels"]["severity"] in {"page", "warn"}


def test_each_alert_has_a_name_of_its_own() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES) > 12
