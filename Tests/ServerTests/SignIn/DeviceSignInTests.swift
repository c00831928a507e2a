import AppleSimulator
import Channels
import Concurrency
import CurlClient
import Expressions
import Foundation
import JSON
import SQLiteStorage
import Testing

/// Signing in in the window of a device, as with Apple's authentication message: cookies, redirects, the event.
@Suite struct DeviceSignInTests {
    private static let hello = "Hello Ana, your branch is Harbour."

    @Test func `a customer signs in on the device, and is told so`() async throws {
        try await Bank.run { bank in
            let phone = try Phone(on: bank.server)
            _ = try await phone.says("hello", shows: ["authentication: "])
            let shown = try await phone.after { simulator, device in
                let outcome = try await simulator.signIn(user: "ana", password: "correct horse", from: device)
                #expect(outcome.status == "success")
                #expect(outcome.page == nil)
            }
            #expect(shown == [Self.hello])
        }
    }

    @Test func `whoever cancels at the provider goes another way`() async throws {
        try await Bank.run { bank in
            let phone = try Phone(on: bank.server)
            _ = try await phone.says("hello")
            let shown = try await phone.after { simulator, device in
                let outcome = try await simulator.signIn(user: "", password: "", cancels: true, from: device)
                #expect(outcome.status == "cancel")
            }
            #expect(shown == ["Maybe later."])
        }
    }

    @Test func `the control API cancels as its page says, without user and password`() async throws {
        try await Bank.run { bank in
            let phone = try Phone(on: bank.server)
            _ = try await phone.says("hello")
            let shown = try await phone.after { simulator, device in
                let path = "/simulator/devices/\(device)/sign-in"
                var request = HTTPRequest.patient("POST", try await simulator.baseURL + path)
                request.body = .bytes(Array(#"{"cancel": true}"#.utf8))
                let answer = try await bank.server.client.send(request)
                #expect(answer.status == 200)
                #expect(try JSONValue(parsing: answer.body)["status"] == "cancel")
                request.body = .bytes(Array("{}".utf8))
                let refused = try await bank.server.client.send(request)
                #expect(refused.status == 400, "who signs in has a name")
            }
            #expect(shown == ["Maybe later."])
        }
    }

    @Test func `whoever closes the window goes another way`() async throws {
        try await Bank.run { bank in
            let phone = try Phone(on: bank.server)
            _ = try await phone.says("hello")
            // The password is wrong, the page asks again, and the customer gives up.
            let shown = try await phone.after { simulator, device in
                let outcome = try await simulator.signIn(user: "ana", password: "forgotten", from: device)
                #expect(outcome.status == "cancel")
                #expect(outcome.page?.contains("is wrong") == true)
            }
            #expect(shown == ["Maybe later."])
        }
    }

    @Test func `the redirect tells, whether the event comes before it, after it, twice or not at all`() async throws {
        try await Bank.run { bank in
            for fault in [FaultRule.Kind.dropBefore, .dropAfter, .doubleTap(after: .zero)] {
                let phone = try Phone(on: bank.server)
                _ = try await phone.says("hello")
                _ = bank.server.simulator.add(try FaultRule(on: .webhook, fault, count: 1))
                let shown = try await phone.after { simulator, device in
                    _ = try await simulator.signIn(user: "ana", password: "correct horse", from: device)
                }
                #expect(shown == [Self.hello])
            }
        }
    }

    @Test func `a window that closes while the provider is asked ends nothing`() async throws {
        try await Bank.run { bank in
            let phone = try Phone(on: bank.server)
            _ = try await phone.says("hello")
            try bank.server.simulator.misbehave(.slow, at: Bank.provider, delay: .seconds(3))
            let shown = try await phone.after { simulator, device in
                async let first = simulator.signIn(user: "ana", password: "correct horse", from: device)
                try await bank.server.clock.untilSomebodySleeps(until: bank.server.clock.now + .seconds(3))
                let second = try await simulator.signIn(user: "ana", password: "forgotten", from: device)
                #expect(second.status == "cancel")
                bank.server.clock.turn(by: .seconds(3))
                #expect(try await first.status == "success")
            }
            #expect(shown == [Self.hello])
        }
    }

    @Test func `a failure at the provider has a number that the device passes on`() async throws {
        try await Bank.run { bank in
            let phone = try Phone(on: bank.server)
            _ = try await phone.says("hello")
            try bank.server.simulator.misbehave(.badSignature, at: Bank.provider)
            let shown = try await phone.after { simulator, device in
                let outcome = try await simulator.signIn(user: "ana", password: "correct horse", from: device)
                #expect(outcome.status == "failure")
                #expect(outcome.errorCode == "6")
            }
            #expect(shown == ["That did not work: bad answer."])
        }
    }
}
