"""The versions of the database, one module each: the statements that lead to it from the one before.

Only ever added to: a version that was released stays as it is.
"""

from __future__ import annotations

from canastra.server.storage.migrations import m01_logs, m02_people, m03_lobby, m04_talk, m05_moderation, m06_generation

Migration = tuple[str, ...]
"""The statements that lead from one version to the next."""

MIGRATIONS: tuple[Migration, ...] = (
    m01_logs.STATEMENTS,
    m02_people.STATEMENTS,
    m03_lobby.STATEMENTS,
    m04_talk.STATEMENTS,
    m05_moderation.STATEMENTS,
    m06_generation.STATEMENTS,
)
