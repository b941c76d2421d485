"""Five Brazilian rulebooks of canasta, one engine, and what people do with them.

The floors, from the ground up: `errors`, `cards` and `messages`, `rulebooks`, `engine`, `records`, and above them
whatever plays, keeps or shows a match.
"""
