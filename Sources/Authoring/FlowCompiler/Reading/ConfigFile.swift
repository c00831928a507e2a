public import Diagnostics

/// A file of `Config/`, parsed by the same rules as flows: every value with the path of its keys and its location.
public struct ConfigFile: Sendable {
    public struct Setting: Sendable {
        /// The keys from the outside in, joined with dots: `server.port`.
        public let path: String
        /// The value, or the items of a list joined with commas.
        public let value: String
        public let keySpan: Span
        public let span: Span
    }

    /// In the order written.
    public let settings: [Setting]
    /// The errors in the file.
    public let diagnostics: [Diagnostic]

    public init(reading file: SourceFile) {
        let (root, diagnostics) = FileReader.read(file, as: .config)
        settings = root.map { Self.flatten($0, prefix: "") } ?? []
        self.diagnostics = diagnostics
    }

    private static func flatten(_ map: MapNode, prefix: String) -> [Setting] {
        map.entries.flatMap { entry -> [Setting] in
            let path = prefix + entry.key.string
            switch entry.value {
            case .map(let below)?: return flatten(below, prefix: path + ".")
            case .value(let value)?:
                return [Setting(path: path, value: value.string, keySpan: entry.key.span, span: value.span)]
            case .list(let list)?:
                let items = list.items.compactMap { item in
                    if case .value(let value) = item { value.string } else { nil }
                }
                return [
                    Setting(path: path, value: items.joined(separator: ","), keySpan: entry.key.span, span: list.span)
                ]
            case .broken?, nil: return []
            }
        }
    }
}
