import Concurrency
import ConversationRuntime
import Expressions
import HTTPTypes
import Hummingbird
import NIOCore
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Studio

/// What the studio says, and the log, when the server is in trouble.
@Suite struct TroubleTests {
    private struct Trouble: Error {}

    /// A database that is gone.
    private struct GoneDrafts: DraftStore {
        func textHashes() async throws -> [String: String] { throw Trouble() }
        func texts() async throws -> [SavedText] { throw Trouble() }
        func save(
            _ text: SavedText, replacing hash: String?, removingDraftOf author: String?, recording entry: AuditEntry
        ) async throws -> Bool { throw Trouble() }
        func removeText(_ path: String, hash: String) async throws { throw Trouble() }
        func drafts(by author: String) async throws -> [AuthorDraft] { throw Trouble() }
        func keep(_ draft: AuthorDraft, replacing hash: String?) async throws -> Bool { throw Trouble() }
        func removeDraft(of path: String, by author: String) async throws { throw Trouble() }
    }

    @Test func `trouble of the server is no mistake of a request, and is logged`() async throws {
        let site = try Site()
        let routes = StudioRoutes(site: site.site, logger: site.log.logger)
        let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/studio/api/project")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let known = await routes.answer(request) { throw HTTPError(.conflict) }
        #expect(known.status == .conflict)
        #expect(site.log.lines.isEmpty)
        let trouble = await routes.answer(request) { throw Trouble() }
        #expect(trouble.status == .serviceUnavailable)
        #expect(site.log.lines == ["error studio request failed reason=Trouble()"])
    }

    @Test func `a database that does not answer is logged`() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        var stores = try SQLiteDatabase(path: folder.file("usher.sqlite"), key: .random()).stores
        stores.drafts = GoneDrafts()
        let shown = try ShownTexts(transcriptsOf: nil)
        defer { shown.remove() }
        let log = LogRecorder()
        let clock = TurnableClock(standingAt: Moment(seconds: 1_800_000_000))
        let texts = SharedTexts(shown, stores: stores, clock: clock, logger: log.logger)
        do throws(StudioRefusal) {
            _ = try await texts.drafts(by: Caller("account ana", rights: []))
            Issue.record("there are no drafts")
        } catch {
            #expect(error.status == .serviceUnavailable)
        }
        #expect(log.lines == ["error studio request failed reason=Trouble()"])
    }
}
