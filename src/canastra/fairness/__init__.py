"""The verifiable shuffle: an order of the pack that no party chose, and its proof (docs/fairness.md).

The dealing side commits to a secret, the seats contribute bytes, and both together make the order. The secret and the
bytes come in from outside: this package draws no random numbers.
"""

from canastra.fairness.encoding import (
    CONTRIBUTION_BYTES,
    SECRET_BYTES,
    VERSION,
    Context,
    FairnessError,
    lot_context,
    shared_context,
)
from canastra.fairness.permutation import commit, shared_commitments, shared_draw, shared_pack, shuffle, stream
from canastra.fairness.proof import Proof, public_part
from canastra.fairness.verification import Checked, Finding, Lot, RecordedDeal, Status, check, check_all, check_lot

__all__ = [
    "CONTRIBUTION_BYTES",
    "SECRET_BYTES",
    "VERSION",
    "Checked",
    "Context",
    "FairnessError",
    "Finding",
    "Lot",
    "Proof",
    "RecordedDeal",
    "Status",
    "check",
    "check_all",
    "check_lot",
    "commit",
    "lot_context",
    "public_part",
    "shared_commitments",
    "shared_context",
    "shared_draw",
    "shared_pack",
    "shuffle",
    "stream",
]
