import Channels
import CurlClient
import Foundation
import Testing

@testable import AppleMessages

@Suite struct NoAnswerTests {
    @Test func `a gateway where nobody listens is tried again`() async throws {
        let port = try SilentPort()
        let failure = try #require(await Sending(to: "http://127.0.0.1:\(port.number)/v1").send())
        withExtendedLifetime(port) {}
        #expect(failure.kind == "try again")
        #expect(failure.description.hasPrefix("no response of Apple's gateway: the server could not be reached"))
    }

    @Test func `a connection lost after the message went out is tried again: it may have arrived`() async throws {
        try await FakeGateway.run(.hangUp, .hangUp, .status(200)) { gateway, url in
            let sending = Sending(to: url)
            #expect(await sending.send()?.kind == "try again")
            #expect(await sending.send() == nil || gateway.received.count > 1)
            #expect(Set(gateway.received.map { $0.headers["id"] }) == [Sending.id])
        }
    }

    @Test func `a gateway that is too slow is tried again`() async throws {
        try await FakeGateway.run(.silence) { _, url in
            let failure = await Sending(to: url, timeout: .milliseconds(300)).send()
            #expect(
                failure
                    == .tryAgain("no response of Apple's gateway: timeout before the response was complete"))
        }
    }

    @Test(arguments: [
        (HTTPFailure.unreachable("so"), "try again"), (.interrupted("so"), "try again"),
        (.timedOut(mayHaveArrived: false), "try again"), (.timedOut(mayHaveArrived: true), "try again"),
        (.untrusted("so"), "stop sending"), (.badRequest("so"), "give up"), (.tooLarge(limit: 1), "try again"),
        (.cancelled, "try again"), (.stopped, "try again"),
    ])
    func `each way of getting no answer says whether the message is tried again`(
        _ failure: HTTPFailure, _ kind: String
    ) {
        #expect(DeliveryFailure(failure).kind == kind)
    }
}
