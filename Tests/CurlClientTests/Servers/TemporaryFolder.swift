import Foundation

/// A temporary folder that is removed with its test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "curl-client-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Creates a sparse file of `size` bytes, which takes no space on the disk.
    func makeFile(_ name: String, size: UInt64) throws -> String {
        try make(name, Data())
        let handle = try FileHandle(forWritingTo: URL(filePath: file(name)))
        try handle.truncate(atOffset: size)
        try handle.close()
        return file(name)
    }

    @discardableResult
    func make(_ name: String, _ content: Data) throws -> String {
        try content.write(to: URL(filePath: file(name)))
        return file(name)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    /// Returns the names of all files in the folder, temporary ones included.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
