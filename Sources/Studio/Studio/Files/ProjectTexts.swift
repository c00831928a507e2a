import Crypto
import Files
import Foundation
import HTTPTypes
import JSON
import Projects
import Synchronization

/// The texts of a project on the disk: read whole, and replaced only by those who know what they replace.
final class ProjectTexts: Sendable {
    /// A text as a page edits it: with plain line feeds and without a byte order mark.
    struct Text: Sendable, Equatable {
        let text: String
        /// The hash of the bytes on the disk.
        let hash: String
        fileprivate let hasMark: Bool
        fileprivate let hasReturns: Bool

        init(_ bytes: [UInt8], path: String) throws(StudioRefusal) {
            guard let whole = String(validating: bytes, as: UTF8.self) else {
                throw StudioRefusal(.unprocessableContent, "\(path) is not UTF-8")
            }
            hasMark = whole.unicodeScalars.first == "\u{feff}"
            hasReturns = whole.utf8.contains(UInt8(ascii: "\r"))
            let marked = hasMark ? String(whole.unicodeScalars.dropFirst()) : whole
            text = hasReturns ? marked.replacing("\r\n", with: "\n") : marked
            hash = ProjectTexts.hash(of: bytes)
        }

        /// The bytes of a new text in the form of this one.
        func bytes(with text: String) -> [UInt8] {
            let text = hasReturns ? text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n") : text
            return Array((hasMark ? "\u{feff}" : "").utf8) + Array(text.utf8)
        }
    }

    /// The largest text that is read or written, in bytes.
    static let largest = 1_000_000

    let folder: ProjectFolder
    private let root: String
    private let lock = Mutex(())

    init(_ folder: ProjectFolder) {
        self.folder = folder
        root = Self.realPath(folder.path) ?? folder.path
    }

    static func hash(of bytes: some Sequence<UInt8>) -> String {
        SHA256.hash(data: Data(bytes)).prefix(16).map { String(format: "%02x", $0) }.joined()
    }

    /// The files that the studio shows, in order.
    var paths: [StudioPath] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Flows")) ?? []
        let all = names.sorted().map { "Flows/\($0)" } + StudioPath.configuration
        return all.compactMap(StudioPath.init).filter { place(of: $0) != nil }
    }

    /// Distinguishes the saved files from those before a change.
    var stamps: [String: FileStamp] {
        Dictionary(paths.compactMap { path in FileStamp("\(folder.path)/\(path.text)").map { (path.text, $0) } }) { $1 }
    }

    /// - Returns: `nil` when there is no such file.
    func read(_ path: StudioPath) throws(StudioRefusal) -> Text? {
        guard let place = place(of: path) else { return nil }
        guard let size = try? FilePieces(of: place).size, size <= Self.largest else {
            throw StudioRefusal(.contentTooLarge, "\(path.text) is larger than \(Self.largest) bytes")
        }
        guard let data = FileManager.default.contents(atPath: place) else {
            throw StudioRefusal(.internalServerError, "cannot read \(path.text)")
        }
        return try Text([UInt8](data), path: path.text)
    }

    /// Replaces a file whose hash is known, or makes one that does not exist yet.
    ///
    /// - Parameter hash: the hash of the bytes that are replaced; `nil` for a new file.
    /// - Returns: the new hash.
    /// - Throws: with the status 412 when the file is another one by now.
    func write(_ text: String, to path: StudioPath, replacing hash: String?) throws(StudioRefusal) -> String {
        try Self.expect(text, fitsIn: path)
        return try lock.withLock { _ throws(StudioRefusal) -> String in
            let old = try read(path)
            guard old?.hash == hash else { throw Self.changed(path, old) }
            let place = "\(folder.path)/\(path.text)"
            if old == nil, Self.isAnything(at: place) {
                throw StudioRefusal(.forbidden, "\(path.text) leads out of the project")
            }
            let bytes = old?.bytes(with: text) ?? Array(text.utf8)
            do throws(ProjectError) {
                try folder.put(path.text, String(decoding: bytes, as: UTF8.self))
            } catch {
                throw StudioRefusal(.internalServerError, "\(error)")
            }
            return Self.hash(of: bytes)
        }
    }

    /// - Throws: when the studio does not write this file, or no text like this.
    static func expect(_ text: String, fitsIn path: StudioPath) throws(StudioRefusal) {
        guard path.isWritable else { throw StudioRefusal(.forbidden, "\(path.text) is not written by the studio") }
        guard text.utf8.count <= largest else {
            throw StudioRefusal(.contentTooLarge, "the text is larger than \(largest) bytes")
        }
        guard !text.utf8.contains(0) else { throw StudioRefusal(.unprocessableContent, "the text has a null byte") }
    }

    /// The refusal to replace a text that is another one by now.
    static func changed(_ path: StudioPath, _ now: Text?) -> StudioRefusal {
        var more: JSONObject = ["path": .string(path.text)]
        more["text"] = now.map { .string($0.text) } ?? .null
        more["hash"] = now.map { .string($0.hash) } ?? .null
        return StudioRefusal(.preconditionFailed, "\(path.text) has changed meanwhile", with: more)
    }

    // Links.

    /// The file with all links resolved; `nil` when it does not exist, or lies outside of the project.
    private func place(of path: StudioPath) -> String? {
        guard let real = Self.realPath("\(folder.path)/\(path.text)"), real.hasPrefix("\(root)/") else { return nil }
        return real
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether a name is taken, also by a link without a target.
    private static func isAnything(at path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)) != nil
    }
}
