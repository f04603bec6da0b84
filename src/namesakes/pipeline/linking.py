"""Linking: what finds the people of a block, with the model of a pipeline; it travels as the name of the model."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from namesakes.identities.linker import LinkedBlock, Linker, Pair
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.parts import Part
from namesakes.profiles.profile import Profile


@dataclass(frozen=True)
class BlockLinker:
    """Finds the people of a block; it can be sent to other processes, which load the model themselves.

    Parameters
    ----------
    part : the model.
    settings : how chains become people.
    """

    part: Part
    settings: LinkingSettings = field(default_factory=LinkingSettings)

    def __call__(self, profiles: Sequence[Profile], must: Sequence[Pair], cannot: Sequence[Pair]) -> LinkedBlock:
        """The people among the profiles of a block, with corrections as pairs of their places."""
        return Linker(self.part.model, self.settings)(profiles, must, cannot)
