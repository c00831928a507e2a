import Authoring
public import JSON

/// What the server answers to `initialize`.
public enum ServerAbilities {
    /// The kind of code action that applies every certain cure of a file.
    static let fixAll = "source.fixAll.usher"

    public static func json(for client: ClientAbilities, version: String) -> JSONValue {
        [
            "capabilities": [
                "positionEncoding": .string(client.encoding.rawValue),
                "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
                "completionProvider": [
                    "triggerCharacters": ["{", ":", ",", " ", "."], "resolveProvider": false,
                ],
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentSymbolProvider": true,
                "workspaceSymbolProvider": true,
                "foldingRangeProvider": true,
                "documentFormattingProvider": true,
                "renameProvider": ["prepareProvider": true],
                "codeActionProvider": ["codeActionKinds": ["quickfix", .string(fixAll)]],
                "semanticTokensProvider": [
                    "legend": [
                        "tokenTypes": .array(Token.Kind.allCases.map { .string($0.rawValue) }),
                        "tokenModifiers": ["declaration"],
                    ],
                    "full": true, "range": false,
                ],
                "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
            ],
            "serverInfo": ["name": "usher", "version": .string(version)],
        ]
    }

    /// The request that has the client watch the files of projects.
    public static var watching: JSONValue {
        [
            "registrations": [
                [
                    "id": "files", "method": "workspace/didChangeWatchedFiles",
                    "registerOptions": [
                        "watchers": [["globPattern": "**/Flows/**"], ["globPattern": "**/Config/*.yaml"]]
                    ],
                ]
            ]
        ]
    }
}
