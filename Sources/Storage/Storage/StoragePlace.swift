public import ConversationRuntime
import Foundation
import SQLStorage

/// Where a bot keeps its data.
public enum StoragePlace: Sendable, Hashable {
    /// An SQLite file, which one server owns.
    case file(String)
    /// A PostgreSQL database, which several servers may use, and the path beside which files are kept.
    case server(StorageURL, files: String)

    /// Whether there is nothing that could be opened without creating it. A server is asked when it is opened.
    public var isAbsent: Bool {
        switch self {
        case .file(let path): !FileManager.default.fileExists(atPath: path)
        case .server: false
        }
    }

    /// The path beside which files are kept.
    var files: String {
        switch self {
        case .file(let path): path
        case .server(_, let files): files
        }
    }

    /// The path of a picture of a stored version of the flows.
    public func place(ofPicture file: FlowVersion.File) -> String { SQLVersions.place(ofPicture: file, in: files) }
}

extension StoragePlace: CustomStringConvertible {
    /// The path, or the address without its password.
    public var description: String {
        switch self {
        case .file(let path): path
        case .server(let url, _): url.description
        }
    }
}
