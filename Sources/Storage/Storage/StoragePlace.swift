public import ConversationRuntime
import Files
import Foundation
import SQLStorage
import SQLiteStorage

/// Where a bot keeps its data.
public enum StoragePlace: Sendable, Hashable {
    /// An SQLite file, which one server owns.
    case file(String)
    /// A PostgreSQL database, which several servers may use, and the folder of files.
    case server(StorageURL, files: String)

    /// - Parameters:
    ///   - url: the database server, if there is one.
    ///   - path: the SQLite file; beside a database server, its folder has the files.
    public init(url: StorageURL?, path: String) {
        self =
            url.map { .server($0, files: URL(filePath: path).deletingLastPathComponent().path) } ?? .file(path)
    }

    /// Whether there is nothing that could be opened without creating it, or only an empty file. A server is asked when it is opened.
    public var isAbsent: Bool {
        switch self {
        case .file(let path): SQLiteDatabase.isEmpty(path)
        case .server: false
        }
    }

    /// The path beside which the folders of files are.
    var files: String {
        switch self {
        case .file(let path): path
        case .server(_, let folder): "\(folder)/files"
        }
    }

    /// The place with full paths, whatever the folder is from which it is seen, and through which links.
    package var standardized: StoragePlace {
        switch self {
        case .file(let path): .file(RealPath.of(path))
        case .server(let url, let files): .server(url, files: RealPath.of(files))
        }
    }

    /// Whether the files beside both are the same ones, although the databases are not.
    package func sharesFiles(with other: StoragePlace) -> Bool {
        standardized.files == other.standardized.files
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
