"use strict";

// Values of the protocol as those of the editor. Both count lines and UTF-16 units from 0.

const vscode = require("vscode");

const position = {
  toServer: ({ line, character }) => ({ line, character }),
  toEditor: ({ line, character }) => new vscode.Position(line, character),
};

const range = {
  toServer: ({ start, end }) => ({ start: position.toServer(start), end: position.toServer(end) }),
  toEditor: ({ start, end }) => new vscode.Range(position.toEditor(start), position.toEditor(end)),
};

const location = ({ uri, range: at }) => new vscode.Location(vscode.Uri.parse(uri), range.toEditor(at));

const markup = ({ kind, value }) => (kind === "markdown" ? new vscode.MarkdownString(value) : value);

function diagnostic(found) {
  const severity = found.severity === 1 ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const result = new vscode.Diagnostic(range.toEditor(found.range), found.message, severity);
  result.code = found.code;
  result.source = found.source;
  if (found.tags) result.tags = found.tags;
  if (found.relatedInformation) {
    result.relatedInformation = found.relatedInformation.map(
      (related) => new vscode.DiagnosticRelatedInformation(location(related.location), related.message),
    );
  }
  return result;
}

function completion(item) {
  // The numbers of kinds begin at 1 in the protocol, at 0 in the editor.
  const result = new vscode.CompletionItem(item.label, item.kind - 1);
  const { newText } = item.textEdit;
  result.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(newText) : newText;
  result.range = range.toEditor(item.textEdit.range);
  result.sortText = item.sortText;
  result.detail = item.detail;
  // The text is indented already.
  result.keepWhitespace = item.insertTextMode === 1;
  if (item.documentation) result.documentation = markup(item.documentation);
  return result;
}

const hover = (answer) => answer && new vscode.Hover(markup(answer.contents), range.toEditor(answer.range));

const highlight = (answer) => new vscode.DocumentHighlight(range.toEditor(answer.range), answer.kind - 1);

function outline(item) {
  const result = new vscode.DocumentSymbol(
    item.name,
    item.detail ?? "",
    item.kind - 1,
    range.toEditor(item.range),
    range.toEditor(item.selectionRange),
  );
  result.children = (item.children ?? []).map(outline);
  return result;
}

const symbol = (item) =>
  new vscode.SymbolInformation(item.name, item.kind - 1, item.containerName ?? "", location(item.location));

const fold = (item) =>
  new vscode.FoldingRange(
    item.startLine,
    item.endLine,
    item.kind === "comment" ? vscode.FoldingRangeKind.Comment : undefined,
  );

const textEdit = (edit) => new vscode.TextEdit(range.toEditor(edit.range), edit.newText);

function edit(answer) {
  if (!answer) return undefined;
  const result = new vscode.WorkspaceEdit();
  for (const change of answer.documentChanges ?? []) {
    if (change.kind === "create") {
      result.createFile(vscode.Uri.parse(change.uri), change.options);
    } else if (change.kind === "rename") {
      result.renameFile(vscode.Uri.parse(change.oldUri), vscode.Uri.parse(change.newUri), change.options);
    } else {
      const uri = vscode.Uri.parse(change.textDocument.uri);
      for (const { range: at, newText } of change.edits) result.replace(uri, range.toEditor(at), newText);
    }
  }
  return result;
}

function codeAction(action) {
  const result = new vscode.CodeAction(action.title, new vscode.CodeActionKind(action.kind));
  result.edit = edit(action.edit);
  result.isPreferred = action.isPreferred;
  if (action.diagnostics) result.diagnostics = action.diagnostics.map(diagnostic);
  return result;
}

module.exports = {
  position, range, location, diagnostic, completion, hover, highlight, outline, symbol, fold, textEdit, edit, codeAction,
};
