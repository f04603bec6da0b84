"""Dependency trees and their relations."""
