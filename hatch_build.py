"""The hook of hatchling that puts the built browser client into the package; tools/web_build.py does the work."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _tool(root: Path) -> ModuleType:
    """tools/web_build.py, which isn't on the path of a build."""
    spec = importlib.util.spec_from_file_location("canastra_web_build", root / "tools" / "web_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class WebHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client when it is missing or stale. CANASTRA_WEB=later leaves it to tools/setup.sh."""

    @property
    def _later(self) -> bool:
        return os.environ.get("CANASTRA_WEB") == "later"

    def dependencies(self) -> list[str]:
        """Node, but only where it will be needed: a fresh client installs without it, and offline."""
        tool = _tool(Path(self.root))
        return [] if self._later or tool.is_fresh(Path(self.root)) else [tool.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the client before the package is put together."""
        if not self._later:
            _tool(Path(self.root)).build(Path(self.root))
