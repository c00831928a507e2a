public import JSON

/// What the client said in `initialize`, as far as answers depend on it.
public struct ClientAbilities: Sendable {
    public var encoding = PositionEncoding.utf16
    /// The client's own process; the server ends when it is gone.
    public var processID: Int?
    /// The folders that are open, as URIs.
    public var roots: [String] = []
    /// Whether edits can name the version of the document that they belong to.
    public var takesDocumentChanges = false
    /// Whether an edit can create or rename files.
    public var createsFiles = false
    public var renamesFiles = false
    /// Whether the client can be asked to watch files.
    public var watchesFiles = false
    public var takesRelatedInformation = false
    public var takesUnnecessaryTag = false
    public var takesSnippets = false
    public var takesInsertTextModes = false
    public var takesMarkdownInHover = false
    public var takesMarkdownInCompletion = false
    public var takesOutlineAsTree = false
    public var takesCodeActions = false

    public init() {}

    public init(_ parameters: JSONValue) {
        let text = parameters["capabilities"]?["textDocument"]
        let workspace = parameters["capabilities"]?["workspace"]
        let general = parameters["capabilities"]?["general"]
        encoding = PositionEncoding(offered: Self.texts(general?["positionEncodings"]))
        processID = parameters["processId"]?.int
        roots = Self.roots(parameters)

        let edits = workspace?["workspaceEdit"]
        takesDocumentChanges = Self.isTrue(edits?["documentChanges"])
        let operations = Self.texts(edits?["resourceOperations"])
        createsFiles = takesDocumentChanges && operations.contains("create")
        renamesFiles = takesDocumentChanges && operations.contains("rename")
        watchesFiles = Self.isTrue(workspace?["didChangeWatchedFiles"]?["dynamicRegistration"])

        let diagnostics = text?["publishDiagnostics"]
        takesRelatedInformation = Self.isTrue(diagnostics?["relatedInformation"])
        takesUnnecessaryTag = diagnostics?["tagSupport"]?["valueSet"]?.array?.contains(1) ?? false

        let items = text?["completion"]?["completionItem"]
        takesSnippets = Self.isTrue(items?["snippetSupport"])
        takesInsertTextModes = items?["insertTextModeSupport"]?["valueSet"]?.array?.contains(1) ?? false
        takesMarkdownInCompletion = Self.texts(items?["documentationFormat"]).contains("markdown")
        takesMarkdownInHover = Self.texts(text?["hover"]?["contentFormat"]).contains("markdown")
        takesOutlineAsTree = Self.isTrue(text?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"])
        takesCodeActions = text?["codeAction"]?["codeActionLiteralSupport"]?.object != nil
    }

    private static func roots(_ parameters: JSONValue) -> [String] {
        if let folders = parameters["workspaceFolders"]?.array { return folders.compactMap { $0["uri"]?.string } }
        if let root = parameters["rootUri"]?.string { return [root] }
        return parameters["rootPath"]?.string.map { [FileURI.uri(of: $0)] } ?? []
    }

    private static func isTrue(_ json: JSONValue?) -> Bool { json?.bool ?? false }

    private static func texts(_ json: JSONValue?) -> [String] { json?.array?.compactMap(\.string) ?? [] }
}
