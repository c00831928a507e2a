import Authoring
import Channels
import Concurrency
import ConversationRuntime
import Diagnostics
import Expressions
import FlowPublishing
import Foundation
import HTTPTypes
import JSON
import Logging
import Synchronization

/// The texts of the flows on a server: what authors have saved, in the database, over the version that runs.
///
/// They are shown in a folder of this process, which follows the database. When another version runs, the saved texts are
/// merged with it line by line; those that it already has are saved texts no more.
final class SharedTexts: StudioStorage {
    let texts: ProjectTexts
    let interval = TimeLength.seconds(1)
    private let stores: Stores
    private let folder: ShownTexts
    private let clock: any WallClock
    private let logger: Logger
    /// One follows the database at a time; others wait for it.
    private let turn = AsyncSemaphore(permits: 1, longestLine: 256)
    private let state = Mutex(State())

    private struct State: Sendable {
        /// The version that runs.
        var version: String?
        /// Its texts, and transcripts that belong to no version, by path.
        var base: [String: [UInt8]] = [:]
        /// The hashes of the saved texts that the folder shows; `nil` before it shows any.
        var shown: [String: String]?
    }

    init(_ folder: ShownTexts, stores: Stores, clock: any WallClock, logger: Logger) {
        self.folder = folder
        self.stores = stores
        self.clock = clock
        self.logger = logger
        texts = ProjectTexts(folder.project)
    }

    func refresh() async throws(StudioRefusal) { try await inTurn { try await self.follow() } }

    /// Does something when no one else changes the folder.
    private func inTurn<Result: Sendable>(
        _ work: @Sendable () async throws -> Result
    ) async throws(StudioRefusal) -> Result {
        do {
            guard let result = try await turn.withPermit({ try await work() }) else {
                throw StudioRefusal(.tooManyRequests, "too many requests wait for the texts")
            }
            return result
        } catch let refusal as StudioRefusal {
            throw refusal
        } catch {
            throw StudioRefusal(.serviceUnavailable, "the texts cannot be read: \(error)")
        }
    }

    // Reading.

    private func follow() async throws {
        guard let running = try await stores.versions.running()?.version else {
            throw StudioRefusal(.serviceUnavailable, "the server starts")
        }
        if !folder.isWhole {
            try folder.makeAnew()
            state.withLock { ($0.version, $0.shown) = (nil, nil) }
        }
        if state.withLock({ $0.version }) != running { try await take(running) }
        let hashes = try await stores.drafts.textHashes()
        let (isShown, base) = state.withLock { ($0.shown == hashes, $0.base) }
        if isShown { return }
        let saved = try await stores.drafts.texts()
        try folder.show(base.merging(saved.map { ($0.path, Array($0.text.utf8)) }) { $1 })
        state.withLock { state in
            state.shown = Dictionary(saved.map { ($0.path, $0.hash) }) { first, _ in first }
        }
    }

    /// Lays the saved texts over another version.
    private func take(_ hash: String) async throws {
        guard let version = try await stores.versions.version(hash) else {
            throw StudioRefusal(.serviceUnavailable, "the running version \(hash) is not stored")
        }
        var base = folder.transcripts
        for file in version.asShown.files where file.role != .picture { base[file.path] = file.content ?? [] }
        for text in try await stores.drafts.texts() {
            try await rebase(text, on: String(decoding: base[text.path] ?? [], as: UTF8.self), of: hash)
        }
        try folder.link(version.files.filter { $0.role == .picture }) { stores.versions.place(ofPicture: $0) }
        folder.knows(version)
        state.withLock { state in (state.version, state.base, state.shown) = (hash, base, nil) }
    }

    /// Another server may be faster; then its result is the same.
    private func rebase(_ text: SavedText, on published: String, of version: String) async throws {
        if text.base == published { return }
        let merged = TextMerge(base: text.base, ours: text.text, theirs: published).text
        if merged == published { return try await stores.drafts.removeText(text.path, hash: text.hash) }
        var new = text
        (new.text, new.base, new.savedAt) = (merged, published, clock.now)
        new.hash = ProjectTexts.hash(of: merged.utf8)
        let entry = AuditEntry(
            .saveFlows, by: "studio", at: clock.now, object: text.path, details: ["merged_with": .string(version)])
        // The author who saved it last may have typed more since.
        _ = try await stores.drafts.save(new, replacing: text.hash, removingDraftOf: nil, recording: entry)
    }

    // Writing.

    func save(
        _ text: String, to path: StudioPath, replacing hash: String?, by author: Caller
    ) async throws(StudioRefusal) -> String {
        try ProjectTexts.expect(text, fitsIn: path)
        return try await inTurn {
            try await self.follow()
            let old = try self.texts.read(path)
            guard old?.hash == hash else { throw ProjectTexts.changed(path, old) }
            let whole = String(decoding: old?.bytes(with: text) ?? Array(text.utf8), as: UTF8.self)
            let new = ProjectTexts.hash(of: whole.utf8)
            let (base, replaced) = self.state.withLock { ($0.base[path.text] ?? [], $0.shown?[path.text]) }
            let saved = SavedText(
                path: path.text, text: whole, hash: new, base: String(decoding: base, as: UTF8.self),
                author: author.name, savedAt: self.clock.now)
            let entry = AuditEntry(
                .saveFlows, by: author.name, at: self.clock.now, object: path.text, details: ["hash": .string(new)])
            let isSaved = try await self.stores.drafts.save(
                saved, replacing: replaced, removingDraftOf: author.name, recording: entry)
            try await self.follow()
            guard isSaved else { throw ProjectTexts.changed(path, try self.texts.read(path)) }
            return new
        }
    }

    // Drafts.

    func drafts(by author: Caller) async throws(StudioRefusal) -> [String: Drafts.Draft] {
        try await reaching {
            let all = try await stores.drafts.drafts(by: author.name)
            return Dictionary(
                all.map { ($0.path, Drafts.Draft(text: $0.text, base: $0.base, baseText: $0.baseText)) }
            ) { first, _ in first }
        }
    }

    func keep(
        _ draft: Drafts.Draft, of path: StudioPath, replacing hash: String?, by author: Caller
    ) async throws(StudioRefusal) {
        for text in [draft.text, draft.baseText] { try ProjectTexts.expect(text, fitsIn: path) }
        let kept = AuthorDraft(
            path: path.text, author: author.name, text: draft.text, hash: draft.hash, base: draft.base,
            baseText: draft.baseText)
        if try await reaching({ try await stores.drafts.keep(kept, replacing: hash) }) { return }
        let other = try await drafts(by: author)[path.text]
        throw Drafts.isWritten(path, other)
    }

    func removeDraft(of path: StudioPath, by author: Caller) async throws(StudioRefusal) {
        try await reaching { try await stores.drafts.removeDraft(of: path.text, by: author.name) }
    }

    private func reaching<Result>(_ work: () async throws -> Result) async throws(StudioRefusal) -> Result {
        do { return try await work() } catch {
            logger.error("studio request failed", metadata: ["reason": "\(error)"])
            throw StudioRefusal(.serviceUnavailable, "the database does not answer")
        }
    }
}
