"""The statistics of a run: intervals of means, ratings, the sequential test, decision times."""
