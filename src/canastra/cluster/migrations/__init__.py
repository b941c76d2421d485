"""Alembic's environment for PostgreSQL: `canastra.cluster.schema` runs it, nobody else does."""
