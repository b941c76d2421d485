"""`python -m canastra`: the command without its script."""

from canastra.cli.main import main

if __name__ == "__main__":
    main()
