"""`python -m namesakes` is the command."""

from namesakes.cli.main import main

main()
