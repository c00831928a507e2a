import Authoring
import Diagnostics
import Explanations
import Expressions
import FlowCompiler
import Foundation
import Testing

/// A project of the repository, or one that a test writes.
struct SampleProject: Sendable, CustomTestStringConvertible {
    let name: String
    let files: ProjectFiles
    let transcripts: [SourceFile]

    var testDescription: String { name }

    /// Monday 2 March 2026, 10:00 in Berlin.
    static let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))

    func draft(published: Set<StepName> = []) -> Draft {
        Draft(files, options: Self.options, transcripts: transcripts, published: published)
    }

    // Projects of the repository.

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The sound projects of the repository: the one at its root, those of the pages and those of other tests.
    static let all: [SampleProject] = [
        ".", "Docs/Examples/Embedding", "Tests/FlowCompilerTests/Correct/bakery",
        "Tests/FlowCompilerTests/Correct/bike-repair-with-calls", "Tests/FlowCompilerTests/Correct/bike-repair",
        "Tests/FlowCompilerTests/Correct/bistro", "Tests/FlowCompilerTests/Formats/Projects/restaurant",
        "Tests/FlowCompilerTests/Formats/Projects/web-shop", "Tests/SimulationTests/Fixtures/restaurant",
        "Tests/SimulationTests/Fixtures/bike-repair", "Tests/SimulationTests/Fixtures/web-shop",
        "Tests/SimulationTests/Fixtures/clinic",
        "Tests/FlowEngineTests/Histories/tailor", "Tests/FlowEngineTests/Histories/barber",
        "Tests/FlowEngineTests/Histories/pizza", "Tests/ServerTests/Fixtures/Shop", "Tests/ServerTests/Fixtures/Bank",
        "Tests/ServerTests/Fixtures/Fish",
    ].map(read)

    private static func read(_ folder: String) -> SampleProject {
        let place = root.appending(path: folder)
        func files(_ below: String, _ ending: String) -> [SourceFile] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.appending(path: below).path)) ?? []
            return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
                let data = try? Data(contentsOf: place.appending(path: "\(below)/\(name)"))
                return data.map { SourceFile(path: "\(below)/\(name)", bytes: [UInt8]($0)) }
            }
        }
        let images = place.appending(path: "Flows/images")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: images.path)) ?? []
        let assets = names.compactMap { name in
            (try? Data(contentsOf: images.appending(path: name))).map { (name, Asset(bytes: [UInt8]($0))) }
        }
        let config = files("Config", ".yaml")
        return SampleProject(
            name: folder,
            files: ProjectFiles(
                texts: files("Flows", ".yaml"), actions: config.first { $0.path == "Config/actions.yaml" },
                services: config.first { $0.path == "Config/services.yaml" },
                assets: Dictionary(assets) { first, _ in first }, version: "test"),
            transcripts: files("Flows", ".transcript"))
    }

    // Projects of tests.

    /// Files by their paths; what is missing comes from the project that the examples of the pages use.
    static func written(_ files: [String: String], isWhole: Bool = false) -> SampleProject {
        var bytes: [String: [UInt8]] = [:]
        if !isWhole { for file in Example.usualFiles { bytes[file.path] = file.bytes } }
        for (path, text) in files { bytes[path] = Array(text.utf8) }
        return of(bytes, name: "written")
    }

    /// The project of an example of a page.
    static func of(_ example: Example) -> SampleProject {
        var bytes = Dictionary(uniqueKeysWithValues: Example.usualFiles.map { ($0.path, $0.bytes) })
        for file in example.files { bytes[file.path] = file.bytes }
        return of(bytes, name: "example")
    }

    private static func of(_ bytes: [String: [UInt8]], name: String) -> SampleProject {
        let texts = bytes.keys.sorted().map { SourceFile(path: $0, bytes: bytes[$0] ?? []) }
        return SampleProject(
            name: name,
            files: ProjectFiles(
                texts: texts.filter { $0.path.hasPrefix("Flows/") && $0.path.hasSuffix(".yaml") },
                actions: texts.first { $0.path == "Config/actions.yaml" },
                services: texts.first { $0.path == "Config/services.yaml" }, assets: pictures, version: name),
            transcripts: texts.filter { $0.path.hasSuffix(".transcript") })
    }

    /// The pictures that the examples use.
    private static let pictures = [
        "bread.jpg": Asset(bytes: [0xFF, 0xD8, 0xFF, 0xE0]), "bread.png": picture(180, 180),
        "small.png": picture(100, 100), "heavy.png": picture(180, 180, size: 6_000_000),
    ]

    /// The beginning of a PNG file with its dimensions (PNG specification, 11.2.2), padded to a size in bytes.
    private static func picture(_ width: UInt8, _ height: UInt8, size: Int = 12_000) -> Asset {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]
        return Asset(bytes: signature + header + Array(repeating: 0, count: size - 29))
    }
}

/// A project in which `‸` marks a position; the mark is removed.
struct MarkedProject {
    let project: SampleProject
    let file: String
    let offset: Int

    init(_ file: String, _ text: String, _ others: [String: String] = [:]) {
        var files = others
        let parts = text.split(separator: "‸" as Character, omittingEmptySubsequences: false)
        offset = parts[0].utf8.count
        files[file] = parts.joined()
        project = SampleProject.written(files)
        self.file = file
    }

    var draft: Draft { project.draft() }
}

extension Draft {
    /// The text of a file.
    func text(_ path: String) -> String { file(path).map { String(decoding: $0.bytes, as: UTF8.self) } ?? "" }

    /// The text of spans, with their files and lines: `Flows/hello.yaml:3 bread`.
    func words(_ spans: [Span]) -> [String] {
        spans.map { span in
            guard let file = file(span.file) else { return "\(span.file) ?" }
            return "\(span.file):\(file.line(at: span.range.lowerBound) + 1) \(file.text(in: span.range))"
        }
    }
}
