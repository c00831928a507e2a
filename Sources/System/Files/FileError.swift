import Foundation

/// Why a file could not be read or written, described for operators.
public struct FileError: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// The system's error number, such as `ENOSPC`; `nil` when the error is not from the system.
    public let code: Int32?

    public init(_ description: String) { self.init(description, code: nil) }

    private init(_ description: String, code: Int32?) {
        self.description = description
        self.code = code
    }

    /// The last system error (`errno`) concerning `path`.
    static func system(_ path: String) -> FileError {
        let code = errno
        return FileError("`\(path)`: \(String(cString: strerror(code)))", code: code)
    }
}
