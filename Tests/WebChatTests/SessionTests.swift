import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import Testing
import WebTokens

@testable import WebChat

/// The identity of a user.
@Suite struct SessionTests {
    /// Returns a token signed by the embedding site.
    private static func signature(
        _ subject: String, name: String? = nil, with: [String]? = nil, role: String? = nil,
        secret: Data = ChatWorld.siteSecret, for length: TimeLength = .minutes(5), at now: Moment = ChatWorld.now
    ) -> String {
        var claims: JSONObject = ["sub": .string(subject), "exp": .int((now + length).seconds)]
        claims.set("name", name.map { .string($0) })
        claims.set("with", with.map { .array($0.map { .string($0) }) })
        claims.set("role", role.map { .string($0) })
        return TokenSecret(secret).token(claims)
    }

    private static func signIn(
        _ world: ChatWorld, _ subject: String, shown token: String? = nil, name: String? = nil, with: [String]? = nil
    ) async throws -> ChatSession {
        let signature = signature(subject, name: name, with: with, at: world.clock.now)
        return try await world.chats.beginSession(
            SessionRequest(signature: signature), shown: token, from: "192.0.2.1")
    }

    @Test func `what was read of a customer before their session ended does not bring it back`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer("Ana")
        let before = try #require(try await world.store.chatCustomer(ana.id))
        try await world.chats.endSessions(of: ana.session.token)
        try await world.store.keep(before)
        await #expect(throws: ChatRefusal.self) { try await world.chats.caller(of: ana.session.token) }
        #expect(try await world.store.chatCustomer(ana.id)?.generation == before.generation + 1)
    }

    @Test(arguments: ["ana\0", "ana\0x", "\0", "a\nb", "", String(repeating: "a", count: 201)])
    func `nobody becomes somebody else by an id that only looks like another`(_ subject: String) async throws {
        let world = try ChatWorld()
        let ana = try await Self.signIn(world, "ana")
        await #expect(throws: ChatRefusal.self) { try await Self.signIn(world, subject) }
        await #expect(throws: ChatRefusal.self) { try await Self.signIn(world, "ben", with: [subject]) }
        #expect(try await Self.signIn(world, "ana\u{301}").caller.id != ana.caller.id)
    }

    @Test func `a token that ends in no sensible time is none`() async throws {
        let tokens = ChatTokens(secret: ChatWorld.sessionKey)
        let ana = ChatCustomer(id: "ana", seenAt: ChatWorld.now)
        for (seconds, isGood) in [(253_402_300_799, true), (253_402_300_800, false), (9_000_000_000_000_000, false)] {
            let token = tokens.session(of: ana, with: [], until: Moment(seconds: seconds))
            #expect((tokens.session(token, now: ChatWorld.now) != nil) == isGood)
        }
    }

    @Test func `one letter with endless accents is no endless name`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer("A" + String(repeating: "\u{301}", count: 30_000))
        #expect(try #require(ana.session.caller.customer.name).unicodeScalars.count == 640)
        let families = String(repeating: "👨‍👩‍👧‍👦", count: 90)
        #expect(try await world.customer(families).session.caller.customer.name?.count == 80)
    }

    @Test func `a session goes on as the same customer, and is over after 30 days`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer("  Ana\n\u{7} ")
        #expect(ana.session.caller.customer.name == "Ana")
        world.clock.turn(by: .days(29))
        let again = try await world.chats.beginSession(SessionRequest(), shown: ana.session.token, from: "192.0.2.1")
        #expect(again.caller.id == ana.id)
        #expect(again.caller.customer.name == "Ana")
        world.clock.turn(by: .days(2))
        #expect(await refusal { try await world.chats.caller(of: ana.session.token) }?.kind == .unknown)
        #expect(try await world.chats.caller(of: again.token).id == ana.id)
    }

    @Test func `a token that we have not signed, or for something else, is none`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let invitation = try await world.chats.invite(to: ana.conversation, by: ana.session.caller)
        let pieces = ana.session.token.split(separator: ".")
        let forged = [pieces[0], pieces[1], pieces[2].reversed().map(String.init).joined()[...]].joined(separator: ".")
        let site = Self.signature(ana.id, secret: ChatWorld.sessionKey)
        for token in [forged, "", "a.b.c", invitation["invitation"]?.string ?? "", site] {
            #expect(await refusal { try await world.chats.caller(of: token) }?.kind == .unknown)
        }
    }

    @Test func `who signs in for the first time keeps what they wrote, and sessions from before are over`() async throws
    {
        let world = try ChatWorld()
        let ana = try await world.customer()
        try await ana.says("hello")
        let signed = try await Self.signIn(world, "shop-4711", shown: ana.session.token, name: "Ana")
        #expect(signed.caller.id == ana.id)
        #expect(await refusal { try await world.chats.caller(of: ana.session.token) }?.kind == .unknown)

        let phone = try await Self.signIn(world, "shop-4711")
        #expect(phone.caller.id == ana.id)
        let list = try await world.chats.conversations(of: phone.caller)["conversations"]?.array
        #expect(list?.first?["last_message"]?["text"]?.string == "hello")
    }

    @Test func `who has been here before signs in to what they have, and what was anonymous stays behind`() async throws
    {
        let world = try ChatWorld()
        let known = try await Self.signIn(world, "shop-4711")
        let other = try await world.customer()
        let signed = try await Self.signIn(world, "shop-4711", shown: other.session.token)
        #expect(signed.caller.id == known.caller.id)
        #expect(try await world.chats.conversations(of: signed.caller)["conversations"]?.array?.isEmpty == true)
        #expect(try await world.chats.caller(of: other.session.token).id == other.id)
    }

    @Test func `somebody else who signs in with a signed session becomes themselves`() async throws {
        let world = try ChatWorld()
        let ana = try await Self.signIn(world, "ana")
        let ben = try await Self.signIn(world, "ben", shown: ana.token)
        #expect(ben.caller.id != ana.caller.id)
        #expect(try await world.chats.caller(of: ana.token).id == ana.caller.id)
    }

    @Test func `a session of who has signed in ends after 24 hours, however often it is shown`() async throws {
        let world = try ChatWorld()
        let ana = try await Self.signIn(world, "ana")
        world.clock.turn(by: .hours(23))
        let again = try await world.chats.beginSession(SessionRequest(), shown: ana.token, from: "192.0.2.1")
        #expect(again.caller.expires == ana.caller.expires)
        world.clock.turn(by: .hours(1))
        #expect(await refusal { try await world.chats.caller(of: again.token) }?.kind == .unknown)
    }

    @Test func `what the site did not sign, or too long ago or ahead, is not believed`() async throws {
        let world = try ChatWorld()
        let none = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEiLCJleHAiOjE3OTYxMTU5MDB9."
        let refused = [
            Self.signature("ana", secret: Data(repeating: 1, count: 32)),
            Self.signature("ana", for: .seconds(-1)), Self.signature("ana", for: .hours(2)),
            Self.signature(""), Self.signature("ana", role: "admin"), none, "nonsense",
        ]
        for signature in refused {
            let refusal = await refusal {
                try await world.chats.beginSession(SessionRequest(signature: signature), shown: nil, from: "192.0.2.1")
            }
            #expect(refusal?.kind == .unknown)
        }
    }

    @Test func `conversations with others begin only where the site says so`() async throws {
        let world = try ChatWorld()
        let ana = try await Self.signIn(world, "ana", with: ["ben"])
        let refused = await refusal {
            try await world.chats.beginConversation(["participants": ["cid"]], by: ana.caller)
        }
        #expect(refused?.kind == .forbidden)
        let begun = try await world.chats.beginConversation(["participants": ["bot", "ben"]], by: ana.caller)
        let ben = try await Self.signIn(world, "ben", name: "Ben")
        let list = try await world.chats.conversations(of: ben.caller)["conversations"]?.array
        #expect(list?.map { $0["id"] } == [begun.conversation["id"]])
    }

    @Test func `from one address come only so many new sessions`() async throws {
        let world = try ChatWorld()
        for _ in 0..<30 {
            _ = try await world.chats.beginSession(SessionRequest(), shown: nil, from: "192.0.2.9")
        }
        let refused = await refusal {
            try await world.chats.beginSession(SessionRequest(), shown: nil, from: "192.0.2.9")
        }
        #expect(refused?.kind == .tooOften(seconds: 2))
        _ = try await world.chats.beginSession(SessionRequest(), shown: nil, from: "192.0.2.10")
        world.clock.turn(by: .seconds(2))
        _ = try await world.chats.beginSession(SessionRequest(), shown: nil, from: "192.0.2.9")
    }

    @Test(arguments: [(2, 2), (45, 45), (0, 200)])
    func `how many new sessions come from one address is a setting, and 0 is no limit`(
        _ setting: Int, _ allowed: Int
    ) async throws {
        let world = try ChatWorld(newChatsPerAddress: setting)
        for _ in 0..<allowed {
            _ = try await world.chats.beginSession(SessionRequest(), shown: nil, from: "192.0.2.9")
        }
        let refused = await refusal {
            try await world.chats.beginSession(SessionRequest(), shown: nil, from: "192.0.2.9")
        }
        #expect((refused == nil) == (setting == 0))
    }
}
