"""The command: one thin file a subcommand, no logic."""
