"""Alembic's environment for PostgreSQL, which only `canastra.cluster.schema` runs."""
