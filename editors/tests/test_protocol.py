"""An independent client of the protocol, with the recorded capabilities of three editors."""

import asyncio

import pytest
import pytest_lsp
from conftest import DEADLINE, server
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FAMILY = """\
(parent ada ben)
(parent ben cleo)
(<= (grandparent ?x ?z)
    (parent ?x ?y)
    (parent ?y ?z))
"""
GRANDPARENT = 2  # the line of the rule


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[str(server()), "lsp"]),
    params=["neovim", "visual_studio_code", "emacs"],
)
async def client(request, lsp_client: LanguageClient, tmp_path):
    # The recorded editors register watchers; this client notes that they were asked for.
    @lsp_client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def registered(params: lsp.RegistrationParams) -> None:
        lsp_client.registrations.extend(item.method for item in params.registrations)

    lsp_client.registrations = []
    capabilities = client_capabilities(request.param)
    answer = await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=capabilities, root_uri=tmp_path.as_uri(), process_id=None,
            workspace_folders=[lsp.WorkspaceFolder(tmp_path.as_uri(), "project")],
        )
    )
    lsp_client.offered = answer.capabilities
    lsp_client.folder = tmp_path
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, text: str, name: str = "family.kif") -> str:
    uri = (client.folder / name).as_uri()
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "kif", 1, text))
    )
    return uri


async def codes(client: LanguageClient, uri: str) -> list:
    """Diagnostics as the client would get them: pulled where it can, else pushed."""
    if client.offered.diagnostic_provider:
        report = await client.text_document_diagnostic_async(
            lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(uri))
        )
        assert report.kind == "full"
        return list(report.items)
    await asyncio.wait_for(
        client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), DEADLINE
    )
    return list(client.diagnostics[uri])


def place(uri: str, line: int, character: int) -> dict:
    return {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(line, character)}


@pytest.mark.asyncio
async def test_a_good_program_is_clean(client: LanguageClient):
    uri = opened(client, FAMILY)
    assert await codes(client, uri) == []


@pytest.mark.asyncio
async def test_diagnostics_follow_an_edit(client: LanguageClient):
    uri = opened(client, FAMILY.replace("(parent ?y ?z)", "(parent ?y ?y)"))
    found = await codes(client, uri)
    error = next(item for item in found if item.code == "unsafe-variable")
    assert error.severity == lsp.DiagnosticSeverity.Error
    assert (error.range.start.line, error.range.start.character) == (GRANDPARENT, 20)
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(version=2, uri=uri),
            [
                lsp.TextDocumentContentChangePartial(
                    lsp.Range(lsp.Position(4, 15), lsp.Position(4, 17)), "?z"
                )
            ],
        )
    )
    assert await codes(client, uri) == []


@pytest.mark.asyncio
async def test_a_fix_is_offered(client: LanguageClient):
    uri = opened(client, "(<= p q)\n(q)\n")
    found = await codes(client, uri)
    remark = next(item for item in found if item.code == "parenthesised-proposition")
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), remark.range, lsp.CodeActionContext([remark])
        )
    )
    action = next(action for action in actions if action.title == "remove the parentheses")
    edits = action.edit.changes[uri] if action.edit.changes else action.edit.document_changes[0].edits
    # `(q)` is the line 1, and what is left of it is `q`, by whatever edits.
    line = "(q)"
    for edit in sorted(edits, key=lambda edit: edit.range.start.character, reverse=True):
        assert edit.range.start.line == edit.range.end.line == 1
        line = line[: edit.range.start.character] + edit.new_text + line[edit.range.end.character :]
    assert line == "q"


@pytest.mark.asyncio
async def test_hover_tells_of_a_relation(client: LanguageClient):
    uri = opened(client, FAMILY)
    hover = await client.text_document_hover_async(lsp.HoverParams(**place(uri, 3, 6)))
    assert "parent" in hover.contents.value
    assert (hover.range.start.line, hover.range.start.character) == (3, 5)


@pytest.mark.asyncio
async def test_definition_leads_to_the_heads(client: LanguageClient):
    uri = opened(client, FAMILY)
    found = await client.text_document_definition_async(lsp.DefinitionParams(**place(uri, 3, 6)))
    found = found if isinstance(found, list) else [found]
    lines = {
        item.range.start.line if isinstance(item, lsp.Location) else item.target_selection_range.start.line
        for item in found
    }
    assert lines == {0, 1}


@pytest.mark.asyncio
async def test_references_are_all_found(client: LanguageClient):
    uri = opened(client, FAMILY)
    params = lsp.ReferenceParams(context=lsp.ReferenceContext(True), **place(uri, 0, 2))
    found = await client.text_document_references_async(params)
    assert sorted(item.range.start.line for item in found) == [0, 1, 3, 4]


@pytest.mark.asyncio
async def test_symbols_name_the_relations(client: LanguageClient):
    uri = opened(client, FAMILY)
    found = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri))
    )
    names = " ".join(item.name for item in found)
    assert "parent" in names and "grandparent" in names


@pytest.mark.asyncio
async def test_formatting_lays_out(client: LanguageClient):
    uri = opened(client, "(p   a)\n(<= (r ?x)   (p ?x))\n")
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(uri), options)
    )
    assert edits
    again = opened(client, "(p a)\n", "laid-out.kif")
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(again), options)
    )
    assert not edits
