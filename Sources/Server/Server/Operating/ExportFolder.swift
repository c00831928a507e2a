import Files
import Foundation

/// The folder into which an export puts the files of a customer.
///
/// It grows under another name, so that nobody takes a part of it for the whole, and only its owner can read it. What lies there
/// already is never written over.
public struct ExportFolder: Sendable {
    /// Why there is no folder, or no file in it.
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
            throw Failure(description: "\(path) is there already; name a folder that is not")
        }
        guard !manager.fileExists(atPath: growing) else {
            throw Failure(
                description:
                    "\(growing) is left of an export that was cut off, or one is being made; remove it if none is")
        }
        do {
            try manager.createDirectory(
                atPath: growing, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(description: "\(growing) cannot be made: \(error.localizedDescription)")
        }
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - name: what the customer calls it.
    ///   - number: no other file of the folder has it.
    ///   - read: gives all pieces of the file to `take`, one after the other.
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

    /// Gives the folder its name.
    public func finish() throws(Failure) {
        guard rename(growing, path) == 0 else {
            throw Failure(description: "\(path) cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    /// Takes everything away again that was written.
    public func remove() { try? FileManager.default.removeItem(atPath: growing) }
}

extension String {
    /// A file's own name behind a number: letters and digits of any script, nothing that leads to another folder, is taken
    /// for an option or hides how it ends, and short enough for every disk.
    fileprivate func asNameInFolder(_ number: Int) -> String {
        // Sign by sign: one letter may carry hundreds of accents.
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
