import Foundation
import GRDB

/// Databases of earlier layouts, from the files in `Layouts/`.
enum EarlierDatabase {
    static func file(of layout: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Layouts/\(layout).sql")
    }

    /// A new path for a database.
    static func place() -> String {
        FileManager.default.temporaryDirectory.appending(path: "usher-upgrade-\(UUID().uuidString)/usher.sqlite").path
    }

    /// Makes a database of a layout, and returns its path.
    ///
    /// - Parameter more: statements that add rows.
    static func make(_ layout: String, adding more: String = "") throws -> String {
        let path = place()
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try DatabaseQueue(path: path)
        let sql = try String(contentsOf: file(of: layout), encoding: .utf8)
        try database.writeWithoutTransaction { try $0.execute(sql: sql + more) }
        try database.close()
        return path
    }
}
