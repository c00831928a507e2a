import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import JSON
import Testing

@testable import Server

/// The limit on uploads from one address, and the disk space that stays free.
@Suite struct UploadAdmissionTests {
    private let clock = TurnableClock(standingAt: Account.now)

    private func admission() -> UploadAdmission {
        var settings = ContentSettings()
        settings.maxSize = 1_000_000
        return UploadAdmission(settings, clock: clock)
    }

    private func kind(_ work: () throws -> Void) -> ChatRefusal.Kind? {
        do {
            try work()
            return nil
        } catch {
            return (error as? ChatRefusal)?.kind
        }
    }

    @Test func `forty of the largest files come from one address at once, and in an hour`() throws {
        let admission = admission()
        for _ in 0..<40 { try admission.announce(1_000_000, from: "192.0.2.1") }
        #expect(kind { try admission.announce(1_000_000, from: "192.0.2.1") } == .tooOften(seconds: 90))
        try admission.announce(1_000_000, from: "192.0.2.2")
        clock.turn(by: .seconds(90))
        try admission.announce(1_000_000, from: "192.0.2.1")
        #expect(kind { try admission.announce(1_000_000, from: "192.0.2.1") } == .tooOften(seconds: 90))
        clock.turn(by: .hours(1))
        for _ in 0..<40 { try admission.announce(1_000_000, from: "192.0.2.1") }
    }

    @Test func `files of no size count as well`() throws {
        let admission = admission()
        for _ in 0..<40_000 { try admission.announce(0, from: "192.0.2.1") }
        #expect(kind { try admission.announce(0, from: "192.0.2.1") } == .tooOften(seconds: 1))
    }

    @Test func `what is too large for a file is left to whoever says so`() {
        let admission = admission()
        for size in [1_000_001, 50_000_000, .max] {
            #expect(throws: Never.self) { try admission.announce(size, from: "192.0.2.1") }
        }
    }

    @Test func `on a full disk files are refused and messages taken`() async throws {
        var content = ContentSettings()
        content.reserve = .max / 2
        try await ContentServer.run(content) { server in
            let ana = try await server.customer()
            let refused = try await server.announce(["mime_type": "video/mp4", "size": 1_000], as: ana)
            #expect(refused.status == 507)
            let reason = try JSONValue(parsing: refused.body)["error"]?["reason"]
            #expect(reason == "files cannot be stored at present; try again later")
            let text: JSONValue = [
                "id": .string(UUID().uuidString),
                "parts": [["mime_type": "application/vnd.layer.text+json;role=root", "body": #"{"text": "Hi"}"#]],
            ]
            let sent = try await server.send(
                "POST", "/chat/api/conversations/\(ana.conversation)/messages", as: ana, json: text)
            #expect(sent.status == 201)
        }
    }
}
