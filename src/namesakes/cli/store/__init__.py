"""The subcommands that work on a store."""
