"""The recipe of a resolver: documents in, a trained and calibrated model out."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from scipy.optimize import minimize_scalar

from namesakes.arrays import Float64Array
from namesakes.chains.calibration import Decisions, decisions, fitted_calibration
from namesakes.chains.certainty import ChainCertainty
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.decoding.entities import Entities
from namesakes.chains.decoding.postprocessing import QUOTES
from namesakes.chains.features.mention_pairs import MentionPairs, mention_pairs
from namesakes.chains.joint import JointResolver
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.probabilities import softmax
from namesakes.chains.models.referential import ReferentialFilter, ReferentialSettings
from namesakes.chains.pairwise.crf import PairwiseSettings
from namesakes.chains.pairwise.structured_local_training import PairTrainer
from namesakes.chains.preparation import predicted, prepared
from namesakes.chains.resolver import Loaded, Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.development import Development
from namesakes.chains.training.encoder_folds import EncoderFolds
from namesakes.chains.training.examples import Example, examples_of
from namesakes.chains.training.jackknife import JackknifeSettings, jackknifed
from namesakes.chains.training.progress import RunOptions
from namesakes.chains.training.pronoun_examples import is_partial, pronoun_example
from namesakes.chains.training.trainer import train
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.formats.corpora import read_corpus
from namesakes.mentions.detection import CONSTITUENTS, with_mentions
from namesakes.syntax.evaluation import text_only
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from namesakes.text.language import ENGLISH, checked_language, in_language, remark_languages

SYNTAX = ("gold", "predicted", "both", CONSTITUENTS)
MODELS = ("tree", "pairwise-crf")
Pairs = list[tuple[Document, Document]]


@dataclass(frozen=True)
class RecipeSettings:
    """How a resolver is made.

    Parameters
    ----------
    chains : how chains are learned.
    model : a "tree" of antecedents, or a "pairwise-crf", which decides about each pair; of `chains` that takes the
        templates of pairs, the bits and the window, and the decoder.
    pairwise : how a model of pairs is fitted.
    referential : whether and how mentions that do not come back are left alone.
    syntax : "gold" trains on the tags and trees that documents have (what they lack is predicted by the shipped
        pipeline), "predicted" on those that a jackknife predicts, "both" on every document twice, "constituents" on
        the phrases that documents have, with nothing predicted.
    language : of the documents. Other languages than English have no models of syntax and are trained on constituents.
    jackknife : how syntax is predicted for training. Development documents get that of the shipped pipeline.
    without_genres : genres of documents that are not trained on.
    keep_singletons : whether gold chains of one mention count in development; a resolver finds none.
    encoder : an encoder whose scores the templates look at, too, with those that read the training documents. Syntax is
        "predicted", by the components given and these encoders.
    """

    chains: ChainSettings = field(default_factory=ChainSettings)
    model: str = "tree"
    pairwise: PairwiseSettings = field(default_factory=PairwiseSettings)
    referential: ReferentialSettings = field(default_factory=ReferentialSettings)
    syntax: str = "gold"
    language: str = ENGLISH
    jackknife: JackknifeSettings = field(default_factory=JackknifeSettings)
    without_genres: Sequence[str] = ()
    keep_singletons: bool = False
    encoder: EncoderFolds = field(default_factory=EncoderFolds)

    def __post_init__(self) -> None:
        if self.encoder.model and self.syntax != "predicted":
            raise ConfigError(f'syntax: with an encoder documents are trained on as "predicted", not "{self.syntax}".')
        if self.syntax not in SYNTAX:
            raise ConfigError(f"syntax: '{self.syntax}' is none of {', '.join(SYNTAX)}.")
        if self.model not in MODELS:
            raise UnknownNameError("model", self.model, MODELS)
        if checked_language(self.language) != ENGLISH and self.syntax != CONSTITUENTS:
            found = f"language: there are no models of syntax for '{self.language}'."
            raise ConfigError(f'{found}\nTrain on the phrases that documents have: syntax = "{CONSTITUENTS}".')

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of syntax that documents are trained on and scored with."""
        return ("gold", "predicted") if self.syntax == "both" else (self.syntax,)

    @property
    def learner(self) -> ChainSettings:
        """How chains are learned and found, with the templates that the model can use."""
        chains = self.chains
        if self.encoder.model:
            chains = replace(chains, features=replace(chains.features, encoder=True))
        return chains if self.model == "tree" else replace(chains, features=self.pairwise.features(chains.features))


def read_documents(
    paths: Sequence[Path],
    without_genres: Sequence[str] = (),
    *,
    annotation: str | None = None,
    language: str = ENGLISH,
) -> list[Document]:
    """The documents of files and folders that have chains, without some genres; none may be there twice.

    Parameters
    ----------
    annotation : "auto" or "gold", where there are two files of each document; see `formats.corpora`.
    language : that they are in. Where it is English and some are not, a warning says so.
    """
    found = [document for document in read_corpus(paths, annotation) if document.genre not in without_genres]
    for document in found:
        if document.mention_table is None:
            raise DataError(f"document {document.key} has no chains to learn from")
    if language == ENGLISH:
        remark_languages(found)
    return [in_language(document, language) for document in found]


def train_resolver(
    documents: Sequence[Document],
    development: Sequence[Document],
    settings: RecipeSettings,
    *,
    treebanks: Sequence[Document] = (),
    options: RunOptions | None = None,
    syntax: Syntax | None = None,
) -> Resolver:
    """The resolver that is best on the development documents, with probabilities that fit them.

    Parameters
    ----------
    documents, development : with gold chains; without development documents all epochs are run, and scores are turned
        into probabilities as they are.
    treebanks : more documents with gold trees, for the taggers and parsers of the jackknife.
    syntax : the components that predict tags, trees and names; the shipped ones by default.
    """
    options, syntax = options or RunOptions(), syntax or Syntax.shipped()
    if not documents:
        raise DataError("there is no document to train on")
    chains = settings.learner
    partial = [document for document in documents if is_partial(document)]
    whole = [document for document in documents if not is_partial(document)]
    reader = settings.encoder.whole(syntax) if settings.encoder.model else None
    taught = list(training_pairs(whole, settings, treebanks, options, syntax)) if whole else []
    examples = examples_of(taught, chains, settings.encoder.opinions(syntax))
    examples += pronoun_examples(partial, settings, syntax)
    options.progress(f"{len(examples)} examples, {sum(example.pairs.count for example in examples):,} mentions")
    scored = {
        kind: Development.build(
            [
                (with_mentions(prepared(document, kind, syntax)) if reader is None else reader.seen(document), document)
                for document in development
            ],
            chains,
            drop_singletons=not settings.keep_singletons,
            opinions=None if reader is None else reader.opinions,
        )
        for kind in settings.kinds
        if development
    }
    checkpoint = None if options.work is None else options.work / "checkpoint.npz"
    check = checked(scored) if scored else None
    if settings.model == "tree":
        model = train(examples, chains, check, options.on_epoch, checkpoint)
    else:
        model = PairTrainer(examples, chains, settings.pairwise).train(check, options.on_epoch, checkpoint)
    right = [example for each in scored.values() for example in each.examples()]
    wanted = settings.referential
    referring = ReferentialFilter.fitted(examples, wanted) if wanted.threshold > 0 else None
    margin = math.inf
    if chains.decoder == "best-first":
        margin = fitted_pruning_margin(
            model, [each for kind in scored.values() for each in kind.pairs], entities=chains.entities
        )
    found: Loaded = (chains, model, fitted_temperature(model, right), None, referring, margin, None)
    resolver = Resolver(*found) if reader is None else JointResolver(reader.encoder, found)
    syntax = syntax if reader is None else reader.syntax
    dev = [(prepared(document, kind, syntax), document) for kind in scored for document in development]
    links = Decisions.joined(decisions(resolver.links(seen, without=[QUOTES]), gold) for seen, gold in dev)
    resolver.calibration = fitted_calibration(links)
    resolver.certainty = ChainCertainty.fitted([(resolver.links(seen), gold) for seen, gold in dev])
    return resolver


def pronoun_examples(documents: Sequence[Document], settings: RecipeSettings, syntax: Syntax) -> list[Example]:
    """What texts teach that say of one pronoun alone whose it is; see `training.pronoun_examples`."""
    found, features = [], settings.learner.features
    templates = BeamModel(features).templates
    for gold in documents:
        bare, said = syntax.tokenizer(text_only(gold)), None
        if settings.encoder.model:
            reader = settings.encoder.of(gold, syntax)
            seen = reader.seen(bare)
            said = reader.opinions(seen)
        else:
            seen = with_mentions(predicted(bare, syntax))
        pairs = mention_pairs(seen, templates, features.bits, features.window, opinions=said)
        found.append(pronoun_example(pairs, seen, gold))
    return [example for example in found if example is not None]


def training_pairs(
    documents: Sequence[Document],
    settings: RecipeSettings,
    treebanks: Sequence[Document],
    options: RunOptions,
    syntax: Syntax,
) -> Iterator[tuple[Document, Document]]:
    """Each training document with the mentions found in its gold or predicted syntax, beside its gold chains.

    Of both kinds of syntax, documents that have no trees have the predicted one alone.
    """
    if settings.encoder.model:
        for number, document in enumerate(documents, start=1):
            yield settings.encoder.of(document, syntax).seen(document), document
            if number % 50 == 0:
                options.progress(f"{number} of {len(documents)} documents are read by an encoder")
        return
    for kind in reversed(settings.kinds):
        if kind == CONSTITUENTS:
            seen: Sequence[Document] = [prepared(document, kind, syntax) for document in documents]
        elif kind == "gold":
            if settings.syntax == "both":
                documents = [document for document in documents if document.heads is not None]
            seen = [prepared(document, "gold", syntax) for document in documents]
        else:
            seen = jackknifed(
                documents,
                settings.jackknife,
                treebanks=treebanks,
                work=options.work,
                jobs=options.jobs,
                progress=options.progress,
                syntax=syntax,
            )
        yield from ((with_mentions(one), gold) for one, gold in zip(seen, documents, strict=True))


def checked(scored: Mapping[str, Development]) -> Callable[[BeamModel], Mapping[str, float]]:
    """What scores a model on development documents: the mean over the kinds of syntax, and each of several."""

    def check(model: BeamModel) -> Mapping[str, float]:
        found = {kind: each(model)["conll"] for kind, each in scored.items()}
        mean = float(np.mean(list(found.values())))
        return {"conll": mean, **({f"conll_{kind}": value for kind, value in found.items()} if len(found) > 1 else {})}

    return check


LEAST, MOST = 0.02, 50.0
"""The temperatures between which the best is looked for."""


def fitted_temperature(model: BeamModel, examples: Sequence[Example]) -> float:
    """The temperature under which the right antecedents of these examples are most probable; 1 where there are none.

    Scores divided by it become probabilities by softmax over a mention's candidates (Guo et al. 2017); the likelihood
    is that of all right ones together. A search over one number, since there is one maximum.
    """
    ready = [(model.scores(each.pairs), each) for each in examples if each.pairs.count]
    if not ready:
        return 1.0

    def loss(logarithm: float) -> float:
        return sum(_surprise(scores / np.exp(logarithm), example) for scores, example in ready)

    found = minimize_scalar(loss, bounds=(np.log(LEAST), np.log(MOST)), method="bounded", options={"xatol": 1e-4})
    return round(float(np.exp(found.x)), 4)


SPARE = 1.1
"""So many times what development documents need is looked at closely."""


def fitted_pruning_margin(model: BeamModel, pairs: Sequence[MentionPairs], *, entities: bool = False) -> float:
    """How far below the best candidate by `TreeModel.coarse` the one lies that is taken, at most, and a little more.

    So what is taken stays the same in these documents where only candidates within that reach are scored in full.

    Parameters
    ----------
    entities : whether what is taken contradicts nothing; see `decoding.entities`.
    """
    farthest = 0.0
    for every in pairs:
        found = Entities(every).open_pairs() if entities else every
        if not found.count:
            continue
        scores, starts = model.scores(found), found.candidates.starts
        taken = (Entities(found).consistent(scores)[0] if entities else best_first(scores, found))[1:]
        coarse = np.where(found.candidates.antecedents > 0, model.coarse(found), -np.inf)
        linked = found.candidates.antecedents[taken] > 0
        best = np.maximum.reduceat(coarse, starts[1:-1])[linked]
        farthest = max(farthest, float((best - coarse[taken[linked]]).max(initial=0.0)))
    return round(SPARE * farthest, 4) if farthest else math.inf


def _surprise(scores: Float64Array, example: Example) -> float:
    """By how much the right antecedents fall short of being certain: −Σ log p."""
    starts = example.pairs.candidates.starts
    roots, sizes = starts[1:-1], np.diff(starts)[1:]
    total = softmax(scores, roots, sizes)[1]
    right = softmax(np.where(example.right > 0, scores, -np.inf), roots, sizes)[1]
    return float((total - right).sum())
