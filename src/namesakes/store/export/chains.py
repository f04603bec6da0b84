"""Documents whose mentions were corrected, with their chains as they are now, which `train chains` reads."""

import json
from collections.abc import Iterator

from namesakes.formats.jsonl import to_row
from namesakes.store.bindings import located
from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.records import StoredDocument
from namesakes.store.store import Store
from namesakes.text.document import Document
from namesakes.text.segment import token_span
from namesakes.text.spans import Mentions, integers


class ChainsExport(TextExport):
    """A corrected document a line."""

    summary = "documents whose mentions were corrected, with the chains of people, to train with (JSONL)"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The documents as JSON."""
        for id, corrections in sorted(store.corrections.of_mentions().items()):
            stored = store.documents.get(id)
            if stored is not None and any(located(each, stored) is not None for each in corrections):
                yield json.dumps(to_row(chained(stored)), ensure_ascii=False)


def chained(stored: StoredDocument) -> Document:
    """A stored document with its tokens, sentences and chains, which are those of people, organisations and places."""
    starts, ends = (integers([span[side] for span in stored.tokens]) for side in (0, 1))
    firsts = {span[0] for span in stored.sentences}
    sentences = integers([place for place, span in enumerate(stored.tokens) if span[0] in firsts])
    document = Document(id=stored.id, text=stored.text, starts=starts, ends=ends, sentence_starts=sentences)
    mentions = [one for one in stored.mentions if one.chain >= 0]
    parts = [[token_span(document, one.start, one.end)] for one in mentions]
    return document.replace(mention_table=Mentions.build(parts, [str(one.chain) for one in mentions]))


EXPORT = ChainsExport()
