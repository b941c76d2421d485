"""Benchmarks: `make bench` prints the figures of docs/engine.md. Speed is measured here, never by a test."""
