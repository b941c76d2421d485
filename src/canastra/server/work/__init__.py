"""Long work in processes of its own: who waits for it takes turns."""

from canastra.server.work.turns import WorkOwner
from canastra.server.work.worker import Worker, WorkerError

__all__ = ["WorkOwner", "Worker", "WorkerError"]
