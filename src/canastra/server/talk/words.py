"""The fixed sets: presets, which say something in the reader's language, and reactions, shown as a picture.

The words of each stand under the same key in the tables ``talk_presets`` and ``talk_reactions`` of the catalogues.
"""

from __future__ import annotations

PRESETS = (
    "hello",
    "good_luck",
    "good_game",
    "thanks",
    "sorry",
    "one_moment",
    "back_soon",
    "i_am_back",
    "well_played",
    "nice_canasta",
    "congratulations",
    "bad_luck",
    "one_more",
    "have_to_go",
    "good_rest",
)
"""In the order in which they are offered."""

REACTIONS = (
    "clap",
    "laugh",
    "wow",
    "heart",
    "thumbs_up",
    "thinking",
    "sweat",
    "sad",
    "party",
    "coffee",
)
"""In the order in which they are offered."""
