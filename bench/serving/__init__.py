"""The whole server under load: see `bench.serving.__main__`."""
