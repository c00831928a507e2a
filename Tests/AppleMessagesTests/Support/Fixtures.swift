import Foundation
import JSON
import TestSupport
import Testing

/// The fixture files of these tests.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// Returns the names of the files in a folder with this suffix, sorted and without the suffix.
    static func names(in folder: String, endingWith ending: String) -> [String] {
        let files =
            (try? FileManager.default.contentsOfDirectory(atPath: self.folder.appending(path: folder).path)) ?? []
        return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    static func text(_ file: String) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    static func json(_ file: String) throws -> JSONValue { try JSONValue(parsing: text(file)) }

    /// Compares `value` with a file, byte by byte. `UPDATE_GOLDEN=1` rewrites the file.
    static func expect(
        _ value: JSONValue, equals file: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = value.prettyText + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try found.write(to: folder.appending(path: file), atomically: true, encoding: .utf8)
        }
        let wanted = try text(file)
        #expect(found == wanted, "see \(file)", sourceLocation: sourceLocation)
    }
}
