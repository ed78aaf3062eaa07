"""The assistants that `memdb connect` knows: where each keeps its servers, and in which form."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Form = Literal["json", "json with comments", "toml"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a path depends on: the platform as `sys.platform` has it, the home folder and the environment."""

    platform: str
    home: Path
    environment: Mapping[str, str]

    def programs(self) -> Path:
        """The folder where programs keep the settings of this user."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return Path(self.environment.get("APPDATA") or self.home / "AppData" / "Roaming")
        return Path(self.environment.get("XDG_CONFIG_HOME") or self.home / ".config")

    def folder(self, variable: str, default: str) -> Path:
        """The folder that a variable names, else one in the home folder."""
        return Path(self.environment.get(variable) or self.home / default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """One assistant. Its servers are the members of the object or table `key` of the file at `path`."""

    title: str
    path: Callable[[Place], Path]
    key: str = "mcpServers"
    form: Form = "json"
    typed: bool = False

    def entry(self, command: str, arguments: list[str]) -> dict[str, Any]:
        """How the file writes a server that is started as a command."""
        return ({"type": "stdio"} if self.typed else {}) | {"command": command, "args": arguments}


def _claude_code(place: Place) -> Path:
    return place.folder("CLAUDE_CONFIG_DIR", "") / ".claude.json"


HOSTS: dict[str, Host] = {
    "claude-desktop": Host(
        title="Claude Desktop", path=lambda place: place.programs() / "Claude" / "claude_desktop_config.json"
    ),
    "claude-code": Host(title="Claude Code", path=_claude_code, typed=True),
    "cursor": Host(title="Cursor", path=lambda place: place.home / ".cursor" / "mcp.json"),
    "vscode": Host(
        title="VS Code", path=lambda place: place.programs() / "Code" / "User" / "mcp.json", key="servers",
        form="json with comments", typed=True,
    ),
    "codex": Host(
        title="Codex", path=lambda place: place.folder("CODEX_HOME", ".codex") / "config.toml", key="mcp_servers",
        form="toml",
    ),
    "lmstudio": Host(title="LM Studio", path=lambda place: place.home / ".lmstudio" / "mcp.json"),
}  # fmt: skip


def here() -> Place:
    """This machine and user."""
    return Place(platform=sys.platform, home=Path.home(), environment=os.environ)
