import Diagnostics
import Explanations
import FlowCompiler
import Foundation
import JSON
import Schemas
import Server
import TestSupport
import Testing

/// A file of the repository that has a schema.
struct SampleFile: Sendable, CustomTestStringConvertible {
    let path: String
    let source: SourceFile
    /// The JSON Schema of its kind.
    let schema: JSONValue

    var testDescription: String { path }

    /// - Parameter place: the path of the file in its project.
    init?(_ path: String, at place: String, bytes: [UInt8]) {
        guard let schema = Self.schema(of: place) else { return nil }
        self.path = path
        self.schema = schema
        source = SourceFile(path: place, bytes: bytes)
    }

    private static func schema(of place: String) -> JSONValue? {
        switch place {
        case "Config/actions.yaml": schemas[.actions]
        case "Config/services.yaml": schemas[.services]
        case "Config/usher.yaml": settings
        default:
            switch FormattedFile.kind(of: place) {
            case .bot: schemas[.bot]
            case .flow: schemas[.flow]
            case .translation: schemas[.translation]
            case .config, nil: nil
            }
        }
    }

    private static let schemas = Dictionary(
        uniqueKeysWithValues: FileSchema.allCases.map { ($0, $0.schema.json) })
    private static let settings = SettingsSchema.schema.json

    /// What is wrong with the file in the layout of `usher fmt`, by version of YAML; `nil` when it has no layout.
    func faults(_ version: YAMLVersion) throws -> [String]? {
        guard let kind = FormattedFile.kind(of: source.path), let text = FormattedFile(source, as: kind).text else {
            return nil
        }
        let value = try version.json(text)
        // A file with nothing but comments leaves all to the defaults.
        return value.isNull ? [] : SchemaValidator(schema).faults(of: value)
    }

    // Files of the repository.

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The files of all sound projects.
    static let sound: [SampleFile] = below(["Flows", "Config", "Docs", "Sources", "Tests", "Benchmarks"]).filter {
        !["/Broken/", "/Examples/0", "/Fuzzing/"].contains(where: $0.path.contains)
    }

    /// The files of a broken project of the compiler's tests.
    static func broken(_ code: DiagnosticCode) -> [SampleFile] {
        below(["Tests/FlowCompilerTests/Broken/\(code.rawValue)"])
    }

    private static func below(_ folders: [String]) -> [SampleFile] {
        folders.flatMap { folder -> [SampleFile] in
            let place = root.appending(path: folder).path
            let names = FileManager.default.subpaths(atPath: place) ?? []
            return names.filter { $0.hasSuffix(".yaml") && !$0.contains(".build") }.sorted().compactMap { name in
                let parts = "\(folder)/\(name)".split(separator: "/").suffix(2)
                let data = FileManager.default.contents(atPath: "\(place)/\(name)") ?? Data()
                return SampleFile("\(folder)/\(name)", at: parts.joined(separator: "/"), bytes: [UInt8](data))
            }
        }
    }

    // Examples of the pages.

    static func files(of example: Example, named name: String) -> [SampleFile] {
        example.files.compactMap { SampleFile("\(name): \($0.path)", at: $0.path, bytes: $0.bytes) }
    }
}
