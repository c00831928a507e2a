import Channels
import Testing

/// Apple answers 403 both for a key that it does not accept and for a customer who has closed the conversation.
@Suite struct ForbiddenTests {
    @Test func `one refused customer is waited for`() async throws {
        try await FakeGateway.run(.status(403)) { _, url in
            let sending = Sending(to: url)
            for _ in 1...3 { #expect(await sending.send()?.kind == "try again") }
        }
    }

    @Test func `when several customers are refused and nobody is accepted, it is our key`() async throws {
        try await FakeGateway.run(.status(403)) { _, url in
            let sending = Sending(to: url)
            #expect(await sending.send()?.kind == "try again")
            let failure = try #require(await sending.send(to: Account.otherCustomer))
            #expect(failure.kind == "stop sending")
            #expect(failure.description.contains("for several customers; check `apple.msp_id`, `apple.secret`"))
            #expect(await sending.send()?.kind == "stop sending")
        }
    }

    @Test func `a customer who is refused again after others were accepted has closed`() async throws {
        try await FakeGateway.run(.status(403), .status(200), .status(403)) { _, url in
            let sending = Sending(to: url)
            #expect(await sending.send()?.kind == "try again")
            #expect(await sending.send(to: Account.otherCustomer) == nil)
            #expect(
                await sending.send() == .giveUp("Apple responded 403: the customer has closed the conversation"))
        }
    }

    @Test func `a customer who is accepted is trusted again`() async throws {
        try await FakeGateway.run(.status(403), .status(200), .status(403)) { _, url in
            let sending = Sending(to: url)
            #expect(await sending.send()?.kind == "try again")
            #expect(await sending.send() == nil)
            #expect(await sending.send()?.kind == "try again", "the first refusal since is waited for anew")
        }
    }

    @Test func `customers who closed do not look like a wrong key while others are accepted`() async throws {
        try await FakeGateway.run(.status(403), .status(200), .status(403)) { _, url in
            let sending = Sending(to: url)
            #expect(await sending.send(to: "urn:mbid:first")?.kind == "try again")
            #expect(await sending.send(to: "urn:mbid:second") == nil)
            #expect(await sending.send(to: "urn:mbid:third")?.kind == "try again")
            #expect(await sending.send(to: "urn:mbid:first")?.kind == "give up")
        }
    }
}
