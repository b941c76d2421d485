"""`canastra cluster`: shows and drains the servers of a cluster. Also the cluster settings of `canastra serve`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

from canastra.cli.command import AsJson, argument, command, option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_BROKEN_RULE, EXIT_INPUT, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, printable, write_error, write_json, write_line
from canastra.errors import CanastraError
from canastra.messages import text
from canastra.server.settings import SettingsError

if TYPE_CHECKING:
    from canastra.cluster.settings import ClusterSettings
    from canastra.cluster.status import ClusterStatus, NodeStatus

POSTGRES = ("postgresql://", "postgres://")


def is_postgres(database: str | None) -> bool:
    """Return whether a name is the address of a PostgreSQL database, not a file.

    >>> is_postgres("postgresql://db.example/canastra"), is_postgres("postgres.db"), is_postgres(None)
    (True, False, False)
    """
    return database is not None and database.startswith(POSTGRES)


def cluster_settings(
    database: str | None, bus: str | None, node: str | None, lease: float | None = None
) -> ClusterSettings | None:
    """The cluster settings of this server, None if it has a file of its own. Raises SettingsError."""
    if database is None or not is_postgres(database):
        if not (bus is None and node is None and lease is None):
            raise SettingsError("serve_no_postgres")
        return None
    if bus is None:
        raise SettingsError("serve_no_bus")
    require_extra()
    from canastra.cluster.settings import ClusterSettings, check_cluster, lease_figures

    settings = ClusterSettings(database, bus, leases=lease_figures(lease))
    return check_cluster(replace(settings, node=node) if node else settings)


def require_extra() -> None:
    """Raises SettingsError if the extra for clusters is not installed."""
    if not all(map(find_spec, ("alembic", "nats", "psycopg_pool"))):
        raise SettingsError("serve_no_extra")


def _address(name: str) -> Any:
    """An option that `canastra serve` has too, with the same environment variable."""
    return option(
        f"--{name}",
        metavar="metavar_address",
        help=f"option_cluster_{name}",
        envvar=f"CANASTRA_{name.upper()}",
        show_envvar=False,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class StatusOptions:
    """Options of `canastra cluster status`."""

    database: Annotated[str | None, _address("database")] = None
    bus: Annotated[str | None, _address("bus")] = None
    wait_balanced: Annotated[
        float | None,
        option("--wait-balanced", metavar="metavar_seconds", help="option_cluster_wait_balanced", min=0),
    ] = None
    as_json: AsJson = False


@dataclass(frozen=True, kw_only=True, slots=True)
class DrainOptions:
    """Options of `canastra cluster drain`."""

    node: Annotated[str, argument("metavar_name", "argument_cluster_node")]
    bus: Annotated[str | None, _address("bus")] = None


def run_status(options: StatusOptions, language: Language) -> int:
    """Show nodes, shards and leases. The exit status says whether each table has a server, or the shards a balance."""
    try:
        database = required_address(options.database, "serve_database_address")
        from canastra.cluster.settings import reach_bus, reach_database
        from canastra.cluster.status import cluster_status, wait_balanced

        reach_database(database)
        if options.bus is not None:
            reach_bus(options.bus)
        balanced = options.wait_balanced is None or wait_balanced(database, options.wait_balanced).is_balanced
        found = cluster_status(database, options.bus)
    except CanastraError as error:
        return report(error, language, options.as_json)
    if options.as_json:
        write_json(_as_object(found))
    else:
        _show(found, options.bus is not None, language)
        if not balanced:
            write_line(text("cluster_unbalanced", language))
    return EXIT_BROKEN_RULE if found.free or not balanced else EXIT_OK


def run_drain(options: DrainOptions, language: Language) -> int:
    """Ask a node to stop in order. Returns the exit status."""
    try:
        bus = required_address(options.bus, "serve_no_bus")
        from canastra.cluster.settings import reach_bus
        from canastra.cluster.status import drain_node

        reach_bus(bus)
        if not drain_node(bus, options.node):
            write_error(text("cluster_no_node", language, node=options.node))
            return EXIT_INPUT
    except CanastraError as error:
        return report(error, language, False)
    write_line(text("cluster_draining", language, node=options.node))
    return EXIT_OK


COMMANDS = {"status": command(StatusOptions, run_status), "drain": command(DrainOptions, run_drain)}


def required_address(address: str | None, code: str) -> str:
    """An address that the command requires. Raises SettingsError with this code if it is missing."""
    if address is None or (code == "serve_database_address" and not is_postgres(address)):
        raise SettingsError(code)
    require_extra()
    return address


def _show(status: ClusterStatus, asked_nodes: bool, language: Language) -> None:
    table = new_table()
    names = ["node", "shards", "tables", "lease"] + (["loaded", "sockets", "answer"] if asked_nodes else [])
    for name in names:
        table.add_column(text(f"cluster_{name}", language), justify="left" if name == "node" else "right")
    for node in status.nodes:
        table.add_row(printable(node.node), *_cells(node), *(_answers(node, language) if asked_nodes else ()))
    print_table(table)
    code = "cluster_free" if status.free else "cluster_whole"
    write_line(text(code, language, free=status.free, waiting=status.waiting))
    milliseconds = f"{status.database * 1000:.1f}"
    write_line(text("cluster_database", language, milliseconds=milliseconds, standbys=status.standbys))


def _cells(node: NodeStatus) -> tuple[str, ...]:
    return str(node.shards), str(node.tables), f"{node.lease:.1f} s"


def _answers(node: NodeStatus, language: Language) -> tuple[str, ...]:
    if node.answer is None or node.answered is None:
        return "-", "-", text("cluster_silent", language)
    words = text("cluster_ending", language) if node.answer.draining else f"{node.answered * 1000:.1f} ms"
    return str(node.answer.tables), str(node.answer.sockets), words


def _as_object(status: ClusterStatus) -> dict[str, object]:
    return {
        "format": 1,
        "nodes": [
            {
                "node": node.node,
                "lease": round(node.lease, 3),
                "shards": node.shards,
                "tables": node.tables,
                "answer": None
                if node.answer is None
                else {name: getattr(node.answer, name) for name in node.answer.__struct_fields__},
                "answered": node.answered,
            }
            for node in status.nodes
        ],
        "free": status.free,
        "waiting": status.waiting,
        "database": status.database,
        "standbys": status.standbys,
    }
