import Foundation
import JSON
import TestSupport

/// The fixture files of these tests.
enum Fixtures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    static func json(_ file: String) throws -> JSONValue {
        try JSONValue(parsing: String(contentsOf: folder.appending(path: "\(file).json"), encoding: .utf8))
    }
}
