import Files
import Foundation

/// The folder to which an export writes a customer's files.
///
/// It has a temporary name until it is complete, so that a partial export cannot be mistaken for a whole one, and only
/// its owner can read it. Existing files are never overwritten.
public struct ExportFolder: Sendable {
    /// The reason why the folder, or a file in it, cannot be created.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    private let path: String
    private let growing: String

    public init(_ folder: String) throws(Failure) {
        let url = URL(filePath: folder).standardizedFileURL
        path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        growing = path + ".partial"
        let manager = FileManager.default
        guard !manager.fileExists(atPath: path) else {
            throw Failure(description: "\(path) already exists; name a folder that does not exist")
        }
        guard !manager.fileExists(atPath: growing) else {
            throw Failure(
                description:
                    "\(growing) was left by an interrupted export, or belongs to one in progress; remove it if no export is running"
            )
        }
        do {
            try manager.createDirectory(
                atPath: growing, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(description: "cannot create \(growing): \(error.localizedDescription)")
        }
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - name: the customer's name of the file.
    ///   - number: unique within the folder.
    ///   - read: passes all pieces of the file to `take`, one after the other.
    /// - Returns: its name in the folder.
    func add(
        _ name: String, number: Int, _ read: (_ take: (Data) async throws -> Void) async throws -> Void
    ) async throws -> String {
        let safeName = name.asNameInFolder(number)
        let place = "\(growing)/\(safeName)"
        do {
            let file = try opened(place)
            var size = 0
            try await read { piece in
                try write(piece, to: file, at: size)
                size += piece.count
            }
        } catch {
            try? FileManager.default.removeItem(atPath: place)
            throw error
        }
        return safeName
    }

    private func opened(_ place: String) throws(Failure) -> GrowingFile {
        do {
            return try GrowingFile(place)
        } catch {
            throw Failure(description: error.description)
        }
    }

    private func write(_ piece: Data, to file: borrowing GrowingFile, at place: Int) throws(Failure) {
        do {
            try file.write(piece, at: place)
        } catch {
            throw Failure(description: error.description)
        }
    }

    /// Renames the folder to its final name.
    public func finish() throws(Failure) {
        guard rename(growing, path) == 0 else {
            throw Failure(description: "cannot create \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Removes everything that was written.
    public func remove() { try? FileManager.default.removeItem(atPath: growing) }
}

extension String {
    /// A safe file name with a number in front: letters and digits of any script. It cannot lead to another folder,
    /// pass for a command-line option or hide its extension, and it is short enough for every file system.
    fileprivate func asNameInFolder(_ number: Int) -> String {
        // Scalar by scalar: one character may carry hundreds of accents.
        let plain = precomposedStringWithCanonicalMapping.unicodeScalars.map { $0.isOfName ? $0 : "_" }
        let dot = plain.lastIndex(of: ".") ?? plain.endIndex
        let name = String.UnicodeScalarView(plain[..<dot].prefix(40) + plain[dot...].prefix(12))
        return String(format: "%04d-", number) + String(name)
    }
}

extension Unicode.Scalar {
    fileprivate var isOfName: Bool {
        properties.isAlphabetic || properties.numericType != nil || self == "." || self == "-" || self == "_"
    }
}
