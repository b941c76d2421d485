"""A package, so that helpers are imported as `tests.something` whatever else is installed."""
