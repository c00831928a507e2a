import Concurrency
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Tokens of the gateway` {
    /// A token, and the gateway's response to it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let reason: String
        let token: @Sendable (Harness) async throws -> String?
    }

    private static let now = Harness.start.seconds

    @Test(arguments: [
        Row(testDescription: "none", status: 401, reason: "`Authorization` is missing") { _ in nil },
        Row(testDescription: "another scheme", status: 403, reason: "should be `Bearer `") { _ in "Basic abc" },
        Row(testDescription: "no token", status: 403, reason: "should be `Bearer `") { _ in "Bearer" },
        Row(testDescription: "nonsense", status: 403, reason: "is not a JWT") { _ in "Bearer nonsense" },
        Row(testDescription: "two parts", status: 403, reason: "is not a JWT") { _ in "Bearer e30.e30" },
        Row(testDescription: "no algorithm", status: 403, reason: "`alg` should be HS256, not missing") { _ in
            "Bearer e30.e30.e30"
        },
        Row(testDescription: "unsigned", status: 403, reason: "`alg` should be HS256, not \"none\"") { _ in
            "Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJtc3Atb2YtdGhlLXRlc3RzIn0."
        },
        Row(testDescription: "HS512", status: 403, reason: "`alg` should be HS256, not \"HS512\"") { harness in
            "Bearer " + (try harness.token(algorithm: "HS512"))
        },
        Row(testDescription: "no issuer", status: 403, reason: "`iss` should be the id of the MSP") { harness in
            "Bearer " + (try harness.token(issuer: nil))
        },
        Row(testDescription: "the business as issuer", status: 403, reason: "no MSP of this id") { harness in
            "Bearer " + (try harness.token(issuer: Harness.business.text))
        },
        Row(testDescription: "no time", status: 403, reason: "`iat` should be") { harness in
            "Bearer " + (try harness.token(at: nil))
        },
        Row(testDescription: "too old", status: 403, reason: "more than an hour ago") { harness in
            "Bearer " + (try harness.token(at: now - 3601))
        },
        Row(testDescription: "too new", status: 403, reason: "more than an hour ahead") { harness in
            "Bearer " + (try harness.token(at: now + 3601))
        },
        Row(testDescription: "milliseconds", status: 403, reason: "it counts seconds") { harness in
            "Bearer " + (try harness.token(at: now * 1000))
        },
        Row(testDescription: "expired", status: 403, reason: "has expired") { harness in
            "Bearer " + (try harness.token(expires: now))
        },
        Row(testDescription: "another secret", status: 403, reason: "decode the secret from base64") { harness in
            "Bearer " + (try harness.token(secret: Array(Harness.secret.utf8)))
        },
        Row(testDescription: "an hour old", status: 200, reason: "") { harness in
            "Bearer " + (try harness.token(at: now - 3600))
        },
        Row(testDescription: "an hour ahead", status: 200, reason: "") { harness in
            "bearer " + (try harness.token(at: now + 3600, expires: now + 1))
        },
    ]) func `are checked with a reason`(_ row: Row) async throws {
        try await withSimulator { harness in
            let message = Messages.text(to: try harness.device().customer)
            let token = try await row.token(harness)
            for _ in 1...2 {
                let answer = try await harness.post(message, headers: ["authorization": token])
                #expect(answer.status == row.status)
                #expect(answer.reason.contains(row.reason), "\(answer.reason)")
            }
        }
    }

    @Test func `grow old though they were found good before`() async throws {
        try await withSimulator { harness in
            let message = Messages.text(to: try harness.device().customer)
            let headers = ["authorization": "Bearer \(try harness.token())"] as [String: String?]
            #expect(try await harness.post(message, headers: headers).status == 200)
            harness.clock.turn(by: .minutes(61))
            #expect(try await harness.post(message, headers: headers).status == 403)
        }
    }

    @Test func `are worth nothing when the business has gone, or has another secret`() async throws {
        try await withSimulator { harness in
            let message = Messages.text(to: try harness.device().customer)
            #expect(try await harness.post(message).status == 200)
            try await harness.simulator.register(
                Business(
                    id: Harness.business, mspID: Harness.mspID, secret: Harness.otherSecret,
                    webhook: "http://127.0.0.1:1"))
            #expect(try await harness.post(message).reason.contains("signature"))
            try harness.simulator.removeBusiness(Harness.business)
            #expect(try await harness.post(message).reason.contains("no MSP of this id"))
        }
    }
}
