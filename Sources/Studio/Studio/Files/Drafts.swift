import Files
import Foundation
import HTTPTypes
import JSON
import Synchronization

/// What authors have typed and not saved yet, in `.usher/drafts`.
///
/// A draft names the text that it is based on, and a page that writes one says which draft it replaces: two pages
/// never overwrite each other's work.
final class Drafts: Sendable {
    struct Draft: Sendable, Equatable {
        var text: String
        /// The hash of the file that it was made of; `nil` for a new file.
        var base: String?
        /// The text of that file.
        var baseText: String

        var hash: String { ProjectTexts.hash(of: text.utf8) }

        var json: JSONObject {
            var object: JSONObject = [
                "text": .string(text), "baseText": .string(baseText), "hash": .string(hash),
            ]
            object["base"] = base.map { .string($0) } ?? .null
            return object
        }
    }

    private let folder: String
    private let lock = Mutex(())

    init(in project: String) throws(FileError) {
        let own = try StudioFolder(in: project)
        folder = "\(own.path)/drafts"
    }

    func draft(of path: StudioPath) -> Draft? {
        guard let data = FileManager.default.contents(atPath: place(of: path)),
            let json = try? JSONValue(parsing: [UInt8](data)), let text = json["text"]?.string
        else { return nil }
        return Draft(text: text, base: json["base"]?.string, baseText: json["baseText"]?.string ?? "")
    }

    /// The drafts that exist, by path.
    var all: [String: Draft] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/Flows")) ?? []
        let paths = names.compactMap { StudioPath("Flows/\($0)") }
        return Dictionary(paths.compactMap { path in draft(of: path).map { (path.text, $0) } }) { $1 }
    }

    /// Keeps a draft.
    ///
    /// - Parameter hash: the hash of the draft that it replaces; `nil` when there was none.
    /// - Throws: with the status 412 when there is another one by now.
    func keep(_ draft: Draft, of path: StudioPath, replacing hash: String?) throws(StudioRefusal) {
        for text in [draft.text, draft.baseText] { try ProjectTexts.expect(text, fitsIn: path) }
        try lock.withLock { _ throws(StudioRefusal) in
            if let other = self.draft(of: path), other.hash != hash, other.text != draft.text {
                throw Self.isWritten(path, other)
            }
            do {
                try write(draft, of: path)
            } catch {
                throw StudioRefusal(.internalServerError, "cannot keep the draft of \(path.text): \(error)")
            }
        }
    }

    /// The refusal to replace a draft that is another one by now.
    static func isWritten(_ path: StudioPath, _ other: Draft?) -> StudioRefusal {
        StudioRefusal(
            .preconditionFailed, "\(path.text) is being written in another window",
            with: ["draft": other.map { .object($0.json) } ?? .null])
    }

    private func write(_ draft: Draft, of path: StudioPath) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/Flows", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var file = try NewFile(place(of: path))
        try file.write(Data(JSONValue.object(draft.json).bytes))
        try file.keep()
    }

    func remove(_ path: StudioPath) {
        lock.withLock { _ in _ = try? FileManager.default.removeItem(atPath: place(of: path)) }
    }

    private func place(of path: StudioPath) -> String { "\(folder)/\(path.text)" }
}
