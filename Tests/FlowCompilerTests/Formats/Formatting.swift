import Diagnostics
import Yams

@testable import FlowCompiler

/// Returns the formatted text of a file.
func formatted(_ text: String, as kind: FormattedFile.Kind = .flow) -> String? {
    FormattedFile(SourceFile(path: path(of: kind), text: text), as: kind).text
}

private func path(of kind: FormattedFile.Kind) -> String {
    switch kind {
    case .bot: "Flows/bot.yaml"
    case .flow: "Flows/broken.yaml"
    case .config: "Config/usher.yaml"
    case .translation: "Flows/broken.de.yaml"
    }
}

/// The content of a file, independent of the parser: texts, lists and maps.
indirect enum Said: Equatable, CustomStringConvertible {
    case text(String)
    case list([Said])
    case map([[Said]])

    /// Parses a file with our parser. A name that is set to `[a, b]` is a list.
    static func ours(_ text: String, as kind: FormattedFile.Kind) -> Said? {
        let region: Region =
            switch kind {
            case .bot: .bot
            case .flow: .flow
            case .config: .config
            case .translation: .translation
            }
        return FileReader.read(SourceFile(path: path(of: kind), text: text), as: region).root.map { Said(.map($0)) }
    }

    /// Parses a file with Yams, every scalar as its text.
    static func yams(_ text: String) throws -> Said? { try Yams.compose(yaml: text).map { Said($0) } }

    private init(_ node: FlowCompiler.Node) {
        switch node {
        case .value(let value): self = .text(value.string)
        case .list(let list): self = .list(list.items.map { Said($0) })
        case .map(let map):
            self = .map(map.entries.map { [.text($0.key.string), $0.value.map { Said($0) } ?? .text("")] })
        case .broken: self = .text("(broken)")
        }
    }

    private init(_ node: Yams.Node) {
        switch node {
        case .scalar(let scalar): self = .text(scalar.string)
        case .sequence(let sequence): self = .list(sequence.map { Said($0) })
        case .mapping(let mapping): self = .map(mapping.map { [Said($0.key), Said($0.value)] })
        case .alias(let alias): self = .text("*\(alias.anchor)")
        }
    }

    /// The same, with the value of a name as a list where it is written as one.
    var withLists: Said {
        switch self {
        case .text: self
        case .list(let items): .list(items.map(\.withLists))
        case .map(let entries):
            .map(entries.map { [$0[0], $0[0] == .text("set") ? $0[1].asSettings : $0[1].withLists] })
        }
    }

    private var asSettings: Said {
        guard case .map(let entries) = self else { return self }
        return .map(
            entries.map { entry in
                guard case .text(let text) = entry[1], text.hasPrefix("["), text.hasSuffix("]") else { return entry }
                return [entry[0], (try? Said.yams(text)).flatMap { $0 } ?? entry[1]]
            })
    }

    var description: String {
        switch self {
        case .text(let text): "\u{AB}\(text)\u{BB}"
        case .list(let items): "\(items)"
        case .map(let entries): "{\(entries.map { "\($0[0]): \($0[1])" }.joined(separator: ", "))}"
        }
    }
}
