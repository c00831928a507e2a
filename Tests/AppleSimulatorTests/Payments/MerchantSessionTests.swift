import CurlClient
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Merchant sessions` {
    private static let desk = "https://bikes.example.com/pay"
    private static let request = Harness.sessionRequest(at: desk)

    @Test func `a session has the fields of Apple's, and runs out after five minutes`() async throws {
        try await withSimulator { harness in
            let (session, second) = try await (
                harness.askForSession(Self.request), harness.askForSession(Self.request)
            )
            #expect(session.status == 200)
            let now = Harness.start.milliseconds
            #expect(session.json["epochTimestamp"]?.int == now && session.json["expiresAt"]?.int == now + 300_000)
            #expect(session.json["initiative"] == "messaging" && session.json["displayName"] == "Bikes & Co")
            #expect(session.json["initiativeContext"] == .string(Self.desk + "/payment-gateway"))
            #expect(session.json["merchantIdentifier"]?.string?.count == 64, "a hash, not the identifier")
            #expect(session.json["nonce"]?.string?.count == 8 && session.json["signedFields"]?.array?.count == 6)
            let identifiers = [session, second].compactMap { $0.json["merchantSessionIdentifier"]?.string }
            #expect(Set(identifiers).count == 2 && identifiers.allSatisfy { $0.hasPrefix("PSH") })
        }
    }

    @Test(arguments: [
        Complaining("merchantIdentifier", nil, missing),
        Complaining("merchantIdentifier", "", "required and is empty"),
        Complaining("displayName", nil, missing),
        Complaining("displayName", .string(String(repeating: "ä", count: 33)), "64 bytes of UTF-8 at most, not 66"),
        Complaining("initiative", "web", "this is `messaging`"),
        Complaining("initiativeContext", nil, missing),
        Complaining("initiativeContext", "bikes.example.com", "is not a web address"),
        Complaining("initiativeContext", "http://bikes.example.com/pay", "is not `https`"),
        Complaining("storeName", "x", "it is called `displayName`"),
    ]) func `a wrong request is refused with its reason`(_ row: Complaining) async throws {
        try await withSimulator { harness in
            let answer = try await harness.askForSession(Self.request.setting(row.path, to: row.value))
            #expect(answer.status == 400 && answer.json["statusCode"] == "400")
            let reason = answer.json["statusMessage"]?.string ?? ""
            #expect(reason.hasPrefix(row.path) && reason.contains(row.reason), "\(reason)")
        }
    }

    @Test func `behind a proxy that asks for certificates, only the merchant's own gets a session`() async throws {
        let settings = SimulatorSettings.with {
            $0.merchantCertificate = ProxyCertificate(verified: "X-Verified", subject: "X-Subject")
        }
        let rows: [(headers: [String: String], status: Int)] = [
            ([:], 417), (["X-Verified": "NONE"], 417), (["X-Verified": "FAILED:expired"], 417),
            (["X-Verified": "SUCCESS"], 417),
            (["X-Verified": "SUCCESS", "X-Subject": "CN=x,UID=merchant.com.example.other"], 417),
            (["X-Verified": "SUCCESS", "X-Subject": "CN=x, UID=\(Harness.merchant), C=DE"], 200),
        ]
        try await withSimulator(settings) { harness in
            for row in rows {
                let answer = try await harness.askForSession(Self.request, headers: row.headers)
                #expect(answer.status == row.status, "\(row.headers): \(answer.json.text)")
            }
        }
    }

    @Test func `faults strike where sessions are asked for, and the log shows it`() async throws {
        try await withSimulator { harness in
            _ = harness.simulator.add(try FaultRule(on: .merchantSession, .status(503), count: 1))
            #expect(try await harness.askForSession(Self.request).status == 503)
            _ = harness.simulator.add(try FaultRule(on: .merchantSession, .dropBefore, count: 1))
            await #expect(throws: HTTPFailure.self) { try await harness.askForSession(Self.request) }
            #expect(try await harness.askForSession(Self.request).status == 200)
            let log = harness.simulator.wireLog.entries(after: 0).filter { $0.side == .merchantSession }
            #expect(log.map(\.status) == [503, nil, 200] && log.map(\.fault) == ["status", "drop-before", nil])
        }
    }

    @Test func `how long sessions live can be said, until everything begins anew`() async throws {
        try await withSimulator { harness in
            let answer = try await harness.ask("POST", "/merchant-sessions", ["seconds": 60])
            #expect(answer.json == ["seconds": 60])
            let session = try await harness.askForSession(Self.request).json
            #expect(session["expiresAt"]?.int == Harness.start.milliseconds + 60_000)
            #expect(try await harness.ask("POST", "/merchant-sessions", ["seconds": 0]).status == 400)
            #expect(harness.simulator.sessionLife == .minutes(1))
            harness.simulator.reset()
            #expect(harness.simulator.sessionLife == .minutes(5))
        }
    }
}
