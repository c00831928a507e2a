import Foundation

/// Why a file could not be read or written, in words for operators.
public struct FileError: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// The system's number for it, such as `ENOSPC`; `nil` when the system said nothing.
    public let code: Int32?

    public init(_ description: String) { self.init(description, code: nil) }

    private init(_ description: String, code: Int32?) {
        self.description = description
        self.code = code
    }

    /// What the system last said about `path`.
    static func system(_ path: String) -> FileError {
        let code = errno
        return FileError("`\(path)`: \(String(cString: strerror(code)))", code: code)
    }
}
