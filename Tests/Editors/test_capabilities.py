"""The language server with the capabilities of real editors, as pytest-lsp carries them, and its checks of every answer."""

import asyncio
import os
import pathlib
import shutil
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

USHER = os.environ["USHER"]
PROJECT = pathlib.Path(__file__).parent / "Project"

CLIENTS = [
    "visual_studio_code@v1.65.2",
    "neovim@v0.6.1",
    "neovim@v0.7.0",
    "neovim@v0.8.0",
    "neovim@v0.9.1",
    "neovim@v0.10.0",
    "neovim@v0.11.0",
    "emacs@v29.1",
]

# The unit in which each client counts, as agreed on.
ENCODINGS = {"neovim@v0.11.0": "utf-8", "emacs@v29.1": "utf-8"}

FILES = ["order.yaml", "bot.yaml", "help.yaml", "order.de.yaml", "bot.de.yaml", "order.transcript"]


def test_every_capability_file_is_covered():
    found = {path.stem for path in (pathlib.Path(pytest_lsp.__file__).parent / "clients").glob("*.json")}
    assert found == {name.replace("@", "_") for name in CLIENTS}


@pytest.fixture
def project(tmp_path):
    shutil.copytree(PROJECT, tmp_path / "Shop")
    return tmp_path / "Shop"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[USHER, "lsp"]), params=CLIENTS)
async def client(request, lsp_client: LanguageClient, project):
    lsp_client.name = request.param
    lsp_client.project = project
    lsp_client.registered = []
    lsp_client.published = {}
    # What pytest-lsp remembers has no versions, and who waits for the next notification may miss one.
    del lsp_client.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    @lsp_client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(parameters: types.PublishDiagnosticsParams):
        lsp_client.published.setdefault(parameters.uri, []).append(parameters)

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(parameters: types.RegistrationParams):
        lsp_client.registered += [registration.method for registration in parameters.registrations]

    parameters = types.InitializeParams(
        process_id=os.getpid(),
        capabilities=client_capabilities(request.param),
        workspace_folders=[types.WorkspaceFolder(uri=project.as_uri(), name="Shop")],
    )
    lsp_client.answer = await lsp_client.initialize_session(parameters)
    yield
    await lsp_client.shutdown_session()


class Units:
    """Converts between columns of characters and those that the client has agreed on."""

    def __init__(self, client):
        self.encoding = client.answer.capabilities.position_encoding or "utf-16"

    def count(self, text):
        return {"utf-8": len(text.encode()), "utf-16": len(text.encode("utf-16-le")) // 2, "utf-32": len(text)}[
            self.encoding
        ]

    def index(self, line, units):
        at = 0
        while at < len(line) and self.count(line[: at + 1]) <= units:
            at += 1
        return at

    def offset(self, text, position):
        lines = text.split("\n")
        before = sum(len(line) + 1 for line in lines[: position.line])
        return before + self.index(lines[position.line], position.character) if position.line < len(lines) else len(text)

    def position(self, text, offset):
        before = text[:offset]
        return types.Position(before.count("\n"), self.count(before.split("\n")[-1]))

    def apply(self, text, edits):
        for edit in sorted(edits, key=lambda edit: self.offset(text, edit.range.start), reverse=True):
            start, end = self.offset(text, edit.range.start), self.offset(text, edit.range.end)
            text = text[:start] + edit.new_text + text[end:]
        return text


def uri(client, name):
    return (client.project / "Flows" / name).as_uri()


def text(client, name):
    return (client.project / "Flows" / name).read_text()


def open_file(client, name, content, version=1):
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri(client, name), "usher-flow", version, content))
    )


async def diagnostics(client, name, version):
    async with asyncio.timeout(60):
        while True:
            for found in reversed(client.published.get(uri(client, name), [])):
                if found.version == version:
                    return found.diagnostics
            await asyncio.sleep(0.01)


def here(client, name, content, word, after=0):
    offset = content.index(word) + after
    return types.TextDocumentIdentifier(uri(client, name)), Units(client).position(content, offset)


def changed_files(client, edit):
    """The edits of a change by the names of their files, with the versions of open documents."""
    if edit.document_changes is not None:
        files = {}
        for change in edit.document_changes:
            files[change.text_document.uri] = (change.edits, change.text_document.version)
    else:
        files = {name: (edits, None) for name, edits in edit.changes.items()}
    return {pathlib.PurePosixPath(name).name: edits for name, edits in files.items()}


async def test_positions_are_counted_as_agreed_on(client: LanguageClient):
    assert Units(client).encoding == ENCODINGS.get(client.name, "utf-16")
    content = text(client, "order.yaml").replace("you like 🌷?", "you like 🌷 {nmae}?")
    open_file(client, "order.yaml", content)
    found = await diagnostics(client, "order.yaml", 1)
    unknown = next(item for item in found if item.code == "unknown-name")
    units = Units(client)
    start, end = units.offset(content, unknown.range.start), units.offset(content, unknown.range.end)
    assert content[start:end] == "nmae"


async def test_a_typo_is_marked_and_cured(client: LanguageClient):
    content = text(client, "order.yaml").replace("Tulips: confirm", "Tulips: confrim")
    open_file(client, "order.yaml", content)
    found = await diagnostics(client, "order.yaml", 1)
    typo = next(item for item in found if item.code == "unknown-step")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(uri(client, "order.yaml")), typo.range, types.CodeActionContext([typo])
        )
    )
    cure = next(action for action in actions if action.is_preferred or "confirm" in action.title)
    edits, version = changed_files(client, cure.edit)["order.yaml"]
    assert Units(client).apply(content, edits) == text(client, "order.yaml")
    has_versions = client_capabilities(client.name).workspace.workspace_edit.document_changes
    assert version == (1 if has_versions else None)


async def test_what_is_typed_letter_by_letter_is_followed(client: LanguageClient):
    open_file(client, "order.yaml", "", version=0)
    units, content = Units(client), ""
    for version, letter in enumerate(text(client, "order.yaml")):
        end = units.position(content, len(content))
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version + 1, uri(client, "order.yaml")),
                [types.TextDocumentContentChangePartial(types.Range(end, end), letter)],
            )
        )
        content += letter
    assert not await diagnostics(client, "order.yaml", len(content))


async def test_steps_are_offered_where_one_is_expected(client: LanguageClient):
    content = text(client, "order.yaml")
    open_file(client, "order.yaml", content)
    document, position = here(client, "order.yaml", content, "Tulips: confirm", len("Tulips: con"))
    answer = await client.text_document_completion_async(types.CompletionParams(document, position))
    offer = next(item for item in answer.items if item.label == "confirm")
    assert Units(client).apply(content, [offer.text_edit]) == content
    has_snippets = client_capabilities(client.name).text_document.completion.completion_item.snippet_support
    if not has_snippets:
        assert all(item.insert_text_format != types.InsertTextFormat.Snippet for item in answer.items)


async def test_a_step_is_renamed_in_all_files(client: LanguageClient):
    content = text(client, "order.yaml")
    open_file(client, "order.yaml", content, version=3)
    document, position = here(client, "order.yaml", content, "choose:", 1)
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, position))
    assert prepared.placeholder == "choose"
    edit = await client.text_document_rename_async(types.RenameParams(document, position, "pick"))
    files = changed_files(client, edit)
    assert set(files) == set(FILES)
    for name, (edits, version) in files.items():
        path = client.project / "Flows" / name
        path.write_text(Units(client).apply(path.read_text(), edits))
        if client_capabilities(client.name).workspace.workspace_edit.document_changes:
            assert version == (3 if name == "order.yaml" else None)
    assert "choose" not in "".join(text(client, name) for name in FILES)
    tested = subprocess.run([USHER, "test", client.project], capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr


async def test_a_name_that_exists_is_refused(client: LanguageClient):
    content = text(client, "order.yaml")
    open_file(client, "order.yaml", content)
    document, position = here(client, "order.yaml", content, "choose:", 1)
    with pytest.raises(Exception) as failure:
        await client.text_document_rename_async(types.RenameParams(document, position, "confirm"))
    assert "confirm" in str(failure.value)


async def test_a_step_is_found_and_explained(client: LanguageClient):
    content = text(client, "order.yaml")
    open_file(client, "order.yaml", content)
    document, position = here(client, "order.yaml", content, "\"No\": choose", 7)
    definition = await client.text_document_definition_async(types.DefinitionParams(document, position))
    assert [place.range.start.line for place in definition] == [3]
    references = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, position)
    )
    assert {pathlib.PurePosixPath(place.uri).name for place in references} >= {"order.yaml", "bot.yaml", "help.yaml"}
    highlights = await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, position))
    assert len(highlights) >= 3
    hover = await client.text_document_hover_async(types.HoverParams(document, position))
    assert "choose" in hover.contents.value


async def test_a_file_is_formatted(client: LanguageClient):
    content = text(client, "order.yaml")
    untidy = content.replace("    answers:", "    answers: ").replace("      Tulips", "       Tulips").replace(
        "      Roses", "       Roses"
    )
    open_file(client, "order.yaml", untidy)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            types.TextDocumentIdentifier(uri(client, "order.yaml")), types.FormattingOptions(2, True)
        )
    )
    assert Units(client).apply(untidy, edits) == content


async def test_outline_folds_and_colours(client: LanguageClient):
    content = text(client, "order.yaml")
    open_file(client, "order.yaml", content)
    document = types.TextDocumentIdentifier(uri(client, "order.yaml"))
    outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))

    def names(items):
        return {name for item in items for name in [item.name, *names(getattr(item, "children", None) or [])]}

    assert {"choose", "confirm", "farewell"} <= names(outline)
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert any(fold.start_line == 3 and fold.end_line == 8 for fold in folds)
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 50
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams("farewell"))
    assert any(symbol.name == "farewell" for symbol in symbols)
