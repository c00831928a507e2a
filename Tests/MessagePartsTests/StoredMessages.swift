import Foundation
import JSON
import MessageParts
import TestSupport
import Testing

/// The message files of these tests.
enum StoredMessages {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Messages")

    static var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".inspect.json") }.map { String($0.dropLast(5)) }
            .sorted()
    }

    static func parts(_ name: String) throws -> [MessagePart] {
        let json = try JSONValue(parsing: Data(contentsOf: folder.appending(path: "\(name).json")))
        return try #require(json.array).map { try MessagePart(json: $0) }
    }

    static func message(_ name: String) throws -> RichMessage {
        try TypeRegistry.standard.message(of: parts(name)).message
    }
}

/// Compares a text with its file; `UPDATE_GOLDEN=1` writes the file.
func expect(
    _ text: String, isWrittenIn name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = StoredMessages.folder.appending(path: name)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try Data(text.utf8).write(to: file)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(text == written, sourceLocation: sourceLocation)
}

/// Returns a part of a message, by the end of its id.
func part(_ id: String, _ mimeType: String, _ body: String? = nil) -> MessagePart {
    MessagePart(id: "layer:///messages/m/parts/\(id)", mimeType: mimeType, body: body)
}
