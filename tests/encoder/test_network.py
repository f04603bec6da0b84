"""The network, tiny and random: shapes, masks, losses with values worked by hand, learning."""

import math
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")

from namesakes.encoder.batches import collate  # noqa: E402
from namesakes.encoder.examples import Example  # noqa: E402
from namesakes.encoder.network.antecedents import pair_features  # noqa: E402
from namesakes.encoder.network.heads import bucket  # noqa: E402
from namesakes.encoder.network.layers import Encoder, Shape, attended, converted, dropped  # noqa: E402
from namesakes.encoder.network.model import HeadShape, Links, Network, on_device, smaller  # noqa: E402
from namesakes.encoder.training.answers import answers, best_heads, save_answers  # noqa: E402
from namesakes.encoder.training.distillation import Distillation, divergence  # noqa: E402
from namesakes.encoder.training.evaluation import Evaluation, chain_measures  # noqa: E402
from namesakes.encoder.training.losses import antecedent_loss, gold_columns, losses, mean_of_known, total  # noqa: E402
from tests.encoder.made import MARKS, MadePieces, converter, example  # noqa: E402

CPU = torch.device("cpu")
TINY = Shape(pieces=MadePieces.size, layers=2, size=16, heads=2, inner=24, positions=520, dropout=0.0)


def network(folder: Path, shape: Shape = TINY) -> tuple[Network, Example]:
    torch.manual_seed(1)
    make = converter()
    made = example(folder, make)
    return Network(shape, make.labels, HeadShape(12, 0.0)), made


def test_padding_changes_nothing() -> None:
    torch.manual_seed(1)
    for kind in ("mpnet", "bert"):
        encoder = Encoder(Shape(kind, 50, 2, 16, 2, 24, 40)).eval()
        pieces = torch.randint(3, 50, (1, 9))
        padded = torch.cat([pieces, torch.ones(1, 6, dtype=torch.long)], dim=1)
        found, wanted = encoder(padded, torch.tensor([9]))[:, :9], encoder(pieces, torch.tensor([9]))
        torch.testing.assert_close(found, wanted, atol=1e-5, rtol=1e-4)


def bert_weights() -> dict[str, torch.Tensor]:
    """Random weights of a tiny encoder under the names that `transformers` gives them."""
    names: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (50, 8),
        "embeddings.position_embeddings.weight": (520, 8),
        "embeddings.token_type_embeddings.weight": (2, 8),
        "embeddings.LayerNorm.weight": (8,),
        "embeddings.LayerNorm.bias": (8,),
    }
    inside = {
        "attention.self.query": 8,
        "attention.self.key": 8,
        "attention.self.value": 8,
        "attention.output.dense": 8,
    }
    for name, size in {**inside, "intermediate.dense": 12}.items():
        names |= {f"encoder.layer.0.{name}.weight": (size, 8), f"encoder.layer.0.{name}.bias": (size,)}
    names |= {"encoder.layer.0.output.dense.weight": (8, 12), "encoder.layer.0.output.dense.bias": (8,)}
    for name in ("attention.output.LayerNorm", "output.LayerNorm"):
        names |= {f"encoder.layer.0.{name}.weight": (8,), f"encoder.layer.0.{name}.bias": (8,)}
    torch.manual_seed(2)
    return {f"bert.{name}": torch.randn(*size) for name, size in names.items()}


def test_the_encoder_is_told_of_shapes_and_corpora_at_once(tmp_path: Path) -> None:
    model, made = network(tmp_path)
    numbers = {**model.labels.corpus_numbers(), "first": 0}
    tensors = on_device(collate([made], MARKS, numbers), CPU)
    before = model.states(tensors).detach()
    assert before.std(dim=1).mean() == pytest.approx(1.0, abs=0.1)
    torch.nn.init.normal_(model.piece_shapes.weight)
    changed = (model.states(tensors) - before).abs().sum(1)
    assert (changed > 1e-3).all()


def test_weights_of_transformers_are_renamed() -> None:
    shape = Shape("bert", 50, 1, 8, 2, 12, 520)
    Encoder(shape).load_state_dict(converted(bert_weights(), shape))


def test_mean_over_what_is_known() -> None:
    scores = torch.tensor([[0.0, 0.0], [math.log(3.0), 0.0], [5.0, 1.0]])
    found = mean_of_known(scores, torch.tensor([0, 0, -1]))
    assert float(found) == pytest.approx((math.log(2.0) + math.log(4 / 3)) / 2)
    assert float(mean_of_known(scores, torch.tensor([-1, -2, -3]))) == 0.0


def test_antecedents_by_hand() -> None:
    """Two mentions of a chain and one of none: all right antecedents count together."""
    chosen, there = torch.tensor([[0, 0], [0, 0], [0, 1]]), torch.tensor([[False, False], [True, False], [True, True]])
    low = -1e4
    scores = torch.tensor([[0.0, low, low], [0.0, math.log(2.0), low], [0.0, 0.0, math.log(2.0)]])
    links = Links(None, torch.arange(3), chosen, there, scores, scores)  # type: ignore[arg-type]
    found = antecedent_loss(links, torch.tensor([4, 4, -1]), (0, 3))
    wanted = -math.log(2 / 3) - math.log(1 / 4)
    assert float(found) == pytest.approx(wanted / 2)


def test_divergence_by_hand() -> None:
    one = torch.tensor([[0.0, 0.0]])
    other = torch.tensor([[math.log(3.0), 0.0]])
    assert float(divergence(one, other)[0]) == pytest.approx(0.75 * math.log(1.5) + 0.25 * math.log(0.5))
    assert float(divergence(other, other)[0]) == pytest.approx(0.0, abs=1e-6)


def test_buckets() -> None:
    assert bucket(torch.tensor([0, 4, 5, 7, 8, 15, 16, 10_000]), 8).tolist() == [0, 4, 5, 5, 6, 6, 7, 7]


def test_columns_of_heads(tmp_path: Path) -> None:
    model, made = network(tmp_path)
    batch = collate([made], MARKS, model.labels.corpus_numbers())
    columns, rows = gold_columns(on_device(batch, CPU))
    assert columns.tolist() == [[4, 1, 4, 0, 4, 7, 4, 4], [2, 0, 2, 2, -1, -1, -1, -1]]
    assert rows[1, :4].tolist() == [8, 9, 10, 11]


def test_pairs_that_match(tmp_path: Path) -> None:
    model, made = network(tmp_path)
    tensors = on_device(collate([made], MARKS, model.labels.corpus_numbers()), CPU)
    starts, ends = torch.tensor([0, 8, 8]), torch.tensor([1, 8, 8])
    candidates = model._candidates(torch.zeros(12, 16), starts, ends, torch.zeros(3))
    found = pair_features(tensors, candidates, torch.tensor([1, 2]), torch.tensor([0, 1]))
    assert found["matches"].tolist() == [0b010000, 0b111111]
    assert found["kind"].tolist() == [2, 0]
    assert found["sentences"].tolist() == [1, 0]


def test_losses_are_those_of_what_is_annotated(tmp_path: Path) -> None:
    model, made = network(tmp_path)
    numbers = model.labels.corpus_numbers()
    batch = collate([made], MARKS, numbers)
    tensors = on_device(batch, CPU)
    found = losses(model, batch, tensors, model.states(tensors))
    assert set(found) == {
        "xpos", "upos", "feats", "names", "heads", "relations", "mentions", "entities", "types", "antecedents"
    }  # fmt: skip
    made.heads = made.relations = made.chains = made.entities = None
    made.pairs = np.array([[8, 9, 0, 2, 4, 5, 0]], dtype=np.int32)
    made.tags = {"xpos": made.tags["xpos"]}
    batch = collate([made], MARKS, numbers)
    tensors = on_device(batch, CPU)
    rest = losses(model, batch, tensors, model.states(tensors))
    assert set(rest) == {"xpos", "upos", "feats", "names", "pairs"}
    assert float(rest["names"].detach()) == 0.0


def test_it_learns_a_document_by_heart(tmp_path: Path) -> None:
    model, made = network(tmp_path)
    batch = collate([made], MARKS, model.labels.corpus_numbers())
    tensors = on_device(batch, CPU)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(120):
        optimizer.zero_grad()
        total(losses(model, batch, tensors, model.states(tensors))).backward()
        optimizer.step()
    found = Evaluation(model, MARKS)([made])
    assert {name: found[f"first {name}"] for name in ("xpos", "UAS", "LAS", "names", "CoNLL")} == dict.fromkeys(
        ("xpos", "UAS", "LAS", "names", "CoNLL"), 100.0
    )
    assert best_heads(model, tensors, model.states(tensors)).tolist() == made.heads.tolist()  # type: ignore[union-attr]
    [(name, said)] = answers(model, [made], MARKS)
    assert name == made.id
    np.testing.assert_array_equal(said["xpos"], made.tags["xpos"])
    save_answers(tmp_path / "answers.npz", iter([(name, said)]))
    with np.load(tmp_path / "answers.npz") as file:
        np.testing.assert_array_equal(file[f"{name}|heads"], made.heads)


def test_measures_of_chains_by_hand() -> None:
    key = np.array([(0, 1, 0), (2, 3, 0), (4, 5, 1), (6, 7, 1)])
    assert chain_measures([key], [key])["CoNLL"] == 100.0
    found = chain_measures([key], [np.array([(0, 1, 0), (2, 3, 0)])])
    assert found["MUC"] == pytest.approx(66.67)
    assert found["mention recall"] == 50.0


def test_a_student_has_some_of_the_layers_and_learns_what_it_is_told(tmp_path: Path) -> None:
    teacher, made = network(tmp_path)
    student = smaller(teacher, [1])
    assert student.shape.layers == 1
    own, other = student.state_dict(), teacher.state_dict()
    torch.testing.assert_close(own["encoder.layers.0.widen.weight"], other["encoder.layers.1.widen.weight"])
    made.corpus = "raw"
    made.heads = made.chains = made.entities = None
    made.tags = {}
    batch = collate([made], MARKS, teacher.labels.corpus_numbers(), everything=True)
    tensors = on_device(batch, CPU)
    taught = Distillation(teacher, teacher.shape.size)
    found = taught(student, batch, tensors, student.states(tensors))
    assert {"taught states", "taught tags", "taught arcs", "taught relations", "taught spans"} <= set(found)
    same = taught(teacher, batch, tensors, teacher.states(tensors))
    for name, value in same.items():
        if name.startswith("taught"):
            assert float(value.detach()) == pytest.approx(0.0, abs=1e-4), name


def test_the_same_network_again(tmp_path: Path) -> None:
    model, _ = network(tmp_path)
    again = Network.of(model.about())
    again.load_state_dict(model.state_dict())
    assert again.about() == model.about()


def test_what_is_dropped_is_a_share_and_what_is_kept_is_raised() -> None:
    torch.manual_seed(3)
    states = torch.ones(200, 300)
    found = dropped(states, 0.25, True)
    assert found.unique().tolist() == pytest.approx([0.0, 256 / 192])
    assert float((found == 0).float().mean()) == pytest.approx(0.25, abs=0.01)
    assert float(found.mean()) == pytest.approx(1.0, abs=0.02)
    assert dropped(states, 0.25, False) is states
    torch.testing.assert_close(dropped(states, 0.0, True), states)


def test_attention_written_out_is_the_fused_one() -> None:
    torch.manual_seed(3)
    asked, known, said = (torch.randn(2, 3, 7, 8) for _ in range(3))
    bias = torch.randn(2, 1, 7, 7)
    wanted = torch.nn.functional.scaled_dot_product_attention(asked, known, said, attn_mask=bias)
    torch.testing.assert_close(attended(asked, known, said, bias, 0.5), wanted, atol=1e-5, rtol=1e-4)


def test_half_precision_learns_from_the_same_losses(tmp_path: Path) -> None:
    model, made = network(tmp_path)
    batch = collate([made], MARKS, model.labels.corpus_numbers())
    tensors, found = on_device(batch, CPU), []
    for half in (False, True):
        model.in_half = half
        states = model.encoded(tensors)
        assert states.dtype == torch.float32
        with model.heads_precision():
            found.append(losses(model, batch, tensors, states))
    for name, value in found[0].items():
        assert found[1][name].item() == pytest.approx(value.item(), rel=0.05), name
