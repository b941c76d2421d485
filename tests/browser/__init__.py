"""Tests in a real Chromium, of the client as it was built, served by a real `canastra serve`: see docs/web.md.

A package, so that its browser ends with it: while Playwright runs, no other test could have an event loop.
"""
