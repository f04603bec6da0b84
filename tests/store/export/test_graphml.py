"""GraphML is XML with everybody, every document and an edge for each chain."""

import xml.etree.ElementTree as ET
from pathlib import Path

from namesakes.store.export import export
from namesakes.store.store import Store
from tests.store.export.conftest import WILD


def test_graphml_is_xml_with_all_names_as_text(filled: Store, tmp_path: Path) -> None:
    export(filled, str(tmp_path / "p.graphml"), "graphml")
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    root = ET.parse(tmp_path / "p.graphml").getroot()
    names = {data.text for data in root.findall(".//g:node/g:data[@key='name']", space)}
    assert WILD.replace("\x07", "\ufffd") in names
    nodes = {node.get("id") for node in root.findall(".//g:node", space)}
    edges = {(edge.get("source"), edge.get("target")) for edge in root.findall(".//g:edge", space)}
    assert ("person:mark-johnson-1", "document:b") in edges
    assert len(edges) == 4
    assert {end for edge in edges for end in edge} <= nodes
