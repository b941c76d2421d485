"""Version 6: how often the database was put back to an earlier state; see `canastra.server.storage.generation`."""

from __future__ import annotations

STATEMENTS: tuple[str, ...] = (
    # One line. `id` is given at the first start, `copied` set in every copy that a backup or a restore makes.
    """
    CREATE TABLE generation (
        only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
        id BLOB,
        number INTEGER NOT NULL,
        steps INTEGER NOT NULL,
        copied INTEGER NOT NULL
    )
    """,
    "INSERT INTO generation (only, id, number, steps, copied) VALUES (1, NULL, 0, 0, 0)",
    # By the database itself: a statement of its own would cost each batch another wait for the interpreter's lock.
    """
    CREATE TRIGGER events_are_counted AFTER INSERT ON events
    BEGIN UPDATE generation SET steps = steps + 1; END
    """,
)
