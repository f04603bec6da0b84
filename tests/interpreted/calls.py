"""Calls of every command on small inputs, to be made where the kernels are compiled and where they are not."""

import json
from pathlib import Path

from tests.chains.made import story
from tests.chains.novels.made import write_novel
from tests.conftest import CHECKOUT
from tests.identities.specialists.test_occupation_table import COUNTS as SENSES
from tests.identities.specialists.test_occupation_table import DATA, INDEX
from tests.mentions.test_gender import COUNTS
from tests.names.test_lists_of_names import CENSUS, FORENAMES, NICKNAMES, SURNAMES

EXAMPLES = CHECKOUT / "examples"
LETTER = "Mayor Ann Lee met Bob Stone in Paris.\nShe praised him.\n\nThe two-thirds vote pleased the mayor, 41."
OTHER = "Ann Lee, the mayor, opened a bridge. Dr. Bob Stone of Acme Corp. was there with his wife."

FEATURES = """\
bits = 12
pairs = ["same_head m.kind a.kind", "genders m.kind", "m.head a.head"]
alone = ["m.kind", "m.head"]
"""
STEP = 'step = {kind = "perceptron"}'
CONFIGS = {
    "chains": f'syntax = "gold"\n[chains]\nepochs = 1\n{STEP}\n[chains.features]\n{FEATURES}',
    "select": f'least = 0.0001\nrounds = 1\npairs = ["same_string"]\n[chains]\nepochs = 1\n{STEP}\n'
    '[chains.features]\nbits = 12\npairs = ["sentences", "m.last"]\nalone = ["m.kind"]\n',
    "loss": f"rounds = 3\n[loss]\nstrength = 10\n[features]\n{FEATURES}",
    "grid": 'losses = ["tree-edges"]\nstrengths = [1]\ntree-edges = [0.1]\ndocuments = 2\n'
    f'[chains]\nupdate = "loss-augmented"\nepochs = 1\n{STEP}\n[chains.features]\n{FEATURES}',
    "syntax": "[tokenizer]\nmade-up = 0\n[tokenizer.tokens]\nbits = 10\npasses = 1\n"
    "[tokenizer.sentences]\nbits = 10\npasses = 1\n[tagger]\nknown = 1\n[tagger.chain]\nbits = 12\nrounds = 1\n"
    "[tagger.universal]\nbits = 10\nrounds = 1\n"
    "[parser]\nbits = 12\nfilter-bits = 12\nlabel-bits = 12\nepochs = 1\nfilter-epochs = 1\nlabel-epochs = 1\n"
    "tag-folds = 2\n[entities]\nuntagged = 1\n",
    "identities": '[ensemble]\nspecialists = ["people", "words", "occupations"]\nmixer = "logistic"\n',
    "gender": "least = 4\nrounds = 3\nbatch = 8\n",
    "words": "words = 30\nvectors = 10\ncommon = 0\n",
}

TREES = """\
# newdoc id = {name}
# text = {name} saw two dogs. She laughed.
1\t{name}\t{name}\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\t_
2\tsaw\tsee\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
3\ttwo\ttwo\tNUM\tCD\t_\t4\tnummod\t_\t_
4\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tobj\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

1\tShe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tlaughed\tlaugh\tVERB\tVBD\tTense=Past\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""
NAMES = "# newdoc id = a\nAnna\tB-PER\nBerg\tI-PER\nlives\tO\nin\tO\nOslo\tB-LOC\n.\tO\n\n"
GAP = (
    "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
    "t-1\tTom Lund met Anna Berg. She was late.\tShe\t24\tTom Lund\t0\tFALSE\tAnna Berg\t13\tTRUE\t\n"
)
MARKED = "[[Karen Walsh|karen]] is a lawyer. {{She|karen}} lives in Oslo.\n"
ROWS = (
    ("linguist", "{}, a linguist, wrote a parser with Eugene Charniak. The grammar of the parser is new."),
    ("defender", "{}, the defender, scored for Blackpool against Preston. The match ended late in the rain."),
)


def write_inputs(folder: Path) -> None:
    """Write what the calls read into a folder."""
    files = {"letter.txt": LETTER, "other.txt": OTHER, "gap.tsv": GAP, "names.bio": NAMES, "people/one.txt": MARKED}
    files |= {f"{name}.toml": text for name, text in CONFIGS.items()}
    files["story.conllu"] = "".join(story(number) for number in range(3))
    files["trees.conllu"] = "".join(TREES.format(name=name) for name in ("Ann", "Ben", "Cara", "Dan"))
    files["known.csv"] = "id,name,occupation\nQ1,Ann Lee,mayor\n"
    files |= {"wordnet/data.noun": DATA, "wordnet/index.noun": INDEX, "wordnet/cntlist.rev": SENSES}
    files |= {f"lists/census/{name}": text for name, text in CENSUS.items()}
    files["lists/countries/common-forenames-by-country.csv"] = FORENAMES
    files["lists/countries/common-surnames-by-country.csv"] = SURNAMES
    files["lists/nicknames/names.csv"] = NICKNAMES
    files["counts.txt"] = COUNTS
    files["glove.txt"] = "".join(f"w{place} {place % 4} {place % 3} {place / 40}\n" for place in range(40))
    files["rows.jsonl"] = "".join(
        json.dumps({"doc_id": f"{name}-{kind}-{n}", "query_name": name, "gold_identity": f"{name}-{kind}"}
                   | {"text": text.format(name) + more}) + "\n"
        for name in ("Mark Johnson", "Ann Lee") for kind, text in ROWS for n, more in enumerate(("", " It was noted."))
    )  # fmt: skip
    files["profiles.jsonl"] = (CHECKOUT / "tests" / "profiles" / "gold" / "dev.jsonl").read_text().split("\n")[0] + "\n"
    files["bias/winobias/male_occupations.txt"] = "miner\n"
    files["bias/winobias/female_occupations.txt"] = "dancer\n"
    for side, pronoun in (("pro", "he"), ("anti", "she")):
        line = f"1 [The miner] thanked the dancer because [{pronoun}] was glad.\n"
        files[f"bias/winobias/{side}_stereotyped_type1.txt.dev"] = line
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    write_novel(folder / "novels" / "one")


Call = tuple[object, ...]

STORE: tuple[tuple[Call, str], ...] = (
    (("resolve", "letter.txt", "other.txt", "--jobs", 1, "--quiet"), ""),
    (("people", "--json"), "Ann Lee"),
    (("show", "letter.txt"), "praised"),
    (("show", "ann-lee-1"), "mayor"),
    (("review", "--json"), ""),
    (("why", "ann-lee-1", "--json"), "Lee"),
    (("chart", "thresholds"), "pairs"),
    (("correct", "different", "ann-lee-1", "other.txt", "--who", "ann"), "recorded"),
    (("people", "--json"), "ann-lee-2"),
    (("history", "ann-lee-1"), "split"),
    (("correct", "list"), "different"),
    (("export", "--to", "csv", "--table", "facts"), "Ann Lee"),
    (("export", "--to", "csv", "--table", "memberships", "-o", "memberships.csv"), ""),
    (("export", "--to", "jsonl", "-o", "all.jsonl"), ""),
    (("load", "all.jsonl", "--store", "copy.db"), ""),
    (("people", "--store", "copy.db", "--json"), "ann-lee-2"),
    (("reconcile", "known.csv", "--json"), "Ann Lee"),
    (("check",), "as it was written"),
)
"""What a store is asked and told, in this order; beside each call what its answer has in it."""

TEXTS: tuple[tuple[Call, str], ...] = (
    (("coref", "letter.txt", "--to", "jsonl", "--explain", "--jobs", 1), "Bob"),
    (("cast", "letter.txt", "--to", "json", "--min-mentions", 1, "--jobs", 1), "Ann Lee"),
    (("profile", "letter.txt", "other.txt", "--json", "--jobs", 1), "mayor"),
    (("parse", "letter.txt", "--consistency", "--jobs", 1), "nsubj"),
    (("names", "Bob Dole", "Sen. Robert J. Dole"), "compatible"),
    (("convert", "story.conllu", "-", "--to", "conll2012"), "#begin"),
    (("score", EXAMPLES / "key.conll", EXAMPLES / "response.conll", "--json"), "conll"),
    (("pipeline", "list"), "en-fiction"),
    (("pipeline", "show", "en"), "en-chains"),
    (("pipeline", "new", "own"), ""),
)

MEASURING: tuple[tuple[Call, str], ...] = (
    (("evaluate", "syntax", "--data", "trees.conllu", "--raw", "--json"), "uas"),
    (("evaluate", "entities", "--data", "names.bio", "--json"), "f1"),
    (("evaluate", "chains", "--data", "story.conllu", "--json"), "conll"),
    (("evaluate", "pronouns", "--data", "gap.tsv", "--json"), "f1"),
    (("evaluate", "bias", "--data", "bias", "--json"), "winobias"),
    (("evaluate", "profiles", "--data", "profiles.jsonl", "--json"), "f1"),
    (("evaluate", "identities", "--data", "rows.jsonl", "--json", "--jobs", 1), "f05"),
    (("evaluate", "people", "people", "--json"), "names"),
    (("evaluate", "cast", "--data", "novels", "--json", "--jobs", 1), "aliases"),
    (("evaluate", "novels", "novels", "--json", "--jobs", 1), "speakers"),
)

TRAINING: tuple[Call, ...] = (
    ("train", "tokenizer", "--config", "syntax.toml", "--train", "trees.conllu", "--out", "made"),
    ("train", "tagger", "--config", "syntax.toml", "--train", "trees.conllu", "--out", "made"),
    ("train", "lemmas", "--train", "trees.conllu", "--out", "made"),
    ("train", "parser", "--config", "syntax.toml", "--train", "trees.conllu", "--out", "made"),
    ("train", "entities", "--config", "syntax.toml", "--train", "names.bio", "--out", "made"),
    ("train", "consistency", "--train", "trees.conllu", "--out", "made"),
    ("train", "loss", "--config", "loss.toml", "--train", "story.conllu", "--measure", "lea", "--out", "made"),
    ("train", "identities", "--config", "identities.toml", "--data", "rows.jsonl", "--jobs", 1, "--out", "made"),
    ("train", "gender", "--config", "gender.toml", "--counts", "counts.txt", "--out", "made"),
    ("train", "words", "--config", "words.toml", "--vectors", "glove.txt", "--out", "made"),
    ("train", "names", "--data", "lists", "--out", "made"),
    ("train", "occupations", "--wordnet", "wordnet", "--out", "made"),
    ("select-features", "--config", "select.toml", "--data", "story.conllu", "--jobs", 1, "--out", "kept.toml"),
    ("tune-loss", "--config", "grid.toml", "--train", "story.conllu", "--dev", "story.conllu", "--out", "best.toml"),
    ("train", "chains", "--config", "chains.toml", "--train", "story.conllu", "--out", "made"),
    tuple("compare --configs chains.toml --train story.conllu --data story.conllu --work made --json".split()),
)
"""Each learns something, and writes what it has learned."""

ELSEWHERE = {
    "info": "says whether the kernels are compiled: tests/test_install.py",
    "experiment": "is not in the installed package: tests/test_install.py",
    "doctor": "says whether the kernels are compiled: tests/engines/test_checkup.py",
    "learn": "needs many corrections: tests/pipeline/test_learning.py",
    "serve": "answers requests: tests/server",
    "mcp": "talks with an assistant: tests/integrations",
    "train syntax": "makes the bytes that the commands of its parts make: tests/cli/test_syntax.py",
    "train encoder": "is PyTorch's work: tests/encoder",
    "train vectors": "is PyTorch's work: tests/encoder",
    "train links": "needs an encoder: tests/encoder",
    "evaluate gender": "reads whole corpora: tests/mentions",
}
"""Commands that are not called here, and why."""
