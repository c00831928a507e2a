import Foundation

/// Why a file could not be read or written, in words for operators.
public struct FileError: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// What the system last said about `path`.
    static func system(_ path: String) -> FileError { FileError("`\(path)`: \(String(cString: strerror(errno)))") }
}
