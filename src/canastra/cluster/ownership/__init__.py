"""Ownership of tables: leases of shards that nodes take, renew and give back."""
