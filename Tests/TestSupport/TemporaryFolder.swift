public import Foundation

/// A temporary folder that is removed with its test.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "usher-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the names of all entries in the folder, in order.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    public func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

    /// Writes a file, and creates the folders on its path.
    public func write(_ text: String, to name: String) throws {
        let url = URL(filePath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    /// Returns the path of the file.
    @discardableResult public func make(_ name: String, _ content: Data) throws -> String {
        try content.write(to: URL(filePath: file(name)))
        return file(name)
    }

    /// Creates a sparse file of `size` bytes, which takes no space on the disk.
    public func makeFile(_ name: String, size: UInt64) throws -> String {
        try make(name, Data())
        let handle = try FileHandle(forWritingTo: URL(filePath: file(name)))
        try handle.truncate(atOffset: size)
        try handle.close()
        return file(name)
    }
}
