import ConversationRuntime
import Crypto
import Files
import Foundation

/// Customers' files on disk: `content/<database>/` beside the database, each under a random name.
package struct ContentFolder: Sendable {
    package let path: String
    private let limits: ContentLimits

    package init(database: String, _ limits: ContentLimits) {
        self.limits = limits
        let url = URL(filePath: database)
        path = url.deletingLastPathComponent().appending(path: "content/\(url.lastPathComponent)").path
    }

    /// For temporary files.
    var workFolder: String { path + "/work" }

    package func make() throws {
        try FileManager.default.createDirectory(
            atPath: workFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Checks that the disk has space for another `bytes` bytes.
    func checkSpace(for bytes: Int) throws(ContentError) { try limits.check(bytes, in: path) }

    func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: place(of: name)) }

    /// Removes files, whether complete or still in progress.
    func remove(_ names: [String]) {
        for name in names.flatMap({ [$0, Self.growing($0)] }) {
            try? FileManager.default.removeItem(atPath: place(of: name))
        }
    }

    /// Removes all files except these, and everything in the work folder.
    package func removeAll(but known: Set<String>) throws {
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: path) where name != "work" && !known.contains(name) {
            try manager.removeItem(atPath: place(of: name))
        }
        for name in try manager.contentsOfDirectory(atPath: workFolder) {
            try manager.removeItem(atPath: "\(workFolder)/\(name)")
        }
    }

    func place(of name: String) -> String { "\(path)/\(name)" }

    static func text(_ digest: SHA256.Digest) -> String { digest.map { String(format: "%02x", $0) }.joined() }
}
