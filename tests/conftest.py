"""How much Hypothesis tries: little by default and the same in every run of CI, much with ``make soak``."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    deadline=None,  # a slow machine is no fault of the code
    max_examples=50,
    derandomize="CI" in os.environ,
    print_blob=True,
)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=5000,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("default")

# Started in the background by a script, Python finds Ctrl-C ignored, and so would every process that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
