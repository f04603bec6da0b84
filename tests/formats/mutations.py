"""Hypothesis strategies for files that are nearly right."""

from hypothesis import strategies as st


@st.composite
def mutated(draw: st.DrawFn, valid: str, pieces: list[str]) -> str:
    """The valid text with a few stretches cut out, doubled, or replaced by pieces that mean something in it."""
    text = valid
    inserted = st.one_of(st.sampled_from(pieces), st.text(max_size=4))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        doubled = text[start:end] * draw(st.integers(0, 2))
        text = text[:start] + draw(st.one_of(inserted, st.just(doubled))) + text[end:]
    return text
