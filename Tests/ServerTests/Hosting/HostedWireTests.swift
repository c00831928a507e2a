import Foundation
import HTTPTypes
import HummingbirdCore
import JSON
import Testing

@testable import Server

/// Which bot of a server takes a webhook, and who is let in where.
@Suite struct HostedWireTests {
    private static let bearer = Account.bearer(audience: TwoBots.mspID, secret: TwoBots.secret)

    /// A message with a business in the body, and in a header unless that is left out.
    private static func message(for business: String, header: String?, _ bearer: String) -> Webhook {
        var webhook = Webhook(
            Webhook.message(
                "text", ["body": "Hello", "destinationId": .string(business)], id: UUID().uuidString.lowercased()))
        webhook.authorization = bearer
        if let header { webhook.headers["destination-id"] = header }
        return webhook
    }

    @Test func `a message goes to the bot of its business, which the header says or the body`() async throws {
        try await TwoBots.run { server in
            for header in [TwoBots.business, nil] {
                let taken = try await server.post(Self.message(for: TwoBots.business, header: header, Self.bearer))
                #expect(taken.status == 200, "\(taken)")
            }
            #expect(try await server.sessions == [0, 1])
            let business = Account.business
            #expect(try await server.post(Self.message(for: business, header: nil, Account.bearer())).status == 200)
            #expect(
                try await server.post(Self.message(for: business, header: business, Account.bearer())).status == 200)
            #expect(try await server.sessions == [1, 1])
        }
    }

    @Test func `a secret of one bot opens no business of another`() async throws {
        try await TwoBots.run { server in
            let own = Account.bearer()
            for (business, header, bearer, status) in [
                (TwoBots.business, TwoBots.business as String?, own, 403), (TwoBots.business, nil, own, 403),
                (Account.business, Account.business, Self.bearer, 403), (Account.business, nil, Self.bearer, 403),
                // The header says one bot, and the body another.
                (TwoBots.business, Account.business, own, 400), (Account.business, TwoBots.business, Self.bearer, 400),
                (TwoBots.business, TwoBots.business, "Bearer nonsense", 403),
                (TwoBots.business, nil, "Bearer nonsense", 403),
            ] {
                let answer = try await server.post(Self.message(for: business, header: header, bearer))
                #expect(answer.status == status, "\(business) \(header ?? "no header"): \(answer)")
            }
            #expect(try await server.sessions == [0, 0])
        }
    }

    @Test func `pages are those of their host, and at an unknown one there are none`() async throws {
        try await TwoBots.run { server in
            for path in [
                "/chat", "/chat/api/session", "/sign-in/bank/callback", "/apple-pay/x/fallback", "/pay/x/result",
            ] {
                let unknown = try await server.get(path)
                #expect(unknown.status == 421 && unknown.reason?.contains("server.public_url") == true, "\(path)")
            }
            let page = try await server.get("/apple-pay/x/fallback", host: "barber.example.com")
            #expect(page.status == 404 && page.reason == nil, "the page of the bot says that there is no such payment")
            #expect(try await server.get("/health/live").status == 200)
        }
    }

    @Test func `an operator's token opens one bot`() async throws {
        try await TwoBots.run { server in
            _ = try await server.post(Self.message(for: TwoBots.business, header: nil, Self.bearer))
            let path = "/admin/api/sessions"
            let barber = try await server.get("\(path)?status=waiting&bot=barber", token: TwoBots.token)
            #expect(barber.status == 200 && barber.json["sessions"]?.array?.count == 1, "\(barber)")
            let host = try await server.get(path, host: "barber.example.com:8443", token: TwoBots.token)
            #expect(host.json["sessions"]?.array?.count == 1)
            let own = try await server.get(path, token: Account.operatorToken)
            #expect(own.status == 200 && own.json["sessions"]?.array?.count == 0)
            #expect(try await server.get("\(path)?bot=barber", token: Account.operatorToken).status == 401)
            #expect(try await server.get(path, token: TwoBots.token).status == 401)
            #expect(try await server.get("\(path)?bot=baker", token: TwoBots.token).status == 404)
            let strange = try await server.get("\(path)?bots=barber", token: Account.operatorToken)
            #expect(strange.status == 400, "other parameters are refused as ever")
        }
    }

    @Test func `a server is ready as long as one of its bots is`() {
        func answer(_ problems: [[HealthProblem]]) -> (Int, JSONValue?) {
            let reports = zip(["main", "barber"], problems).map { name, problems in
                ReadyBots.Report(name: BotName(name) ?? .main, flows: "1", problems: problems)
            }
            let answer = ReadyBots(reports)
            return (answer.response.status.code, answer.body["status"])
        }
        #expect(answer([[], []]) == (200, "ready"))
        let full = HealthProblem(.disk, "the disk is full")
        #expect(answer([[], [full]]) == (200, "partly ready"))
        #expect(answer([[HealthProblem(.stopped, "it has stopped")], [full]]) == (503, "not ready"))
        let shown = ReadyBots([ReadyBots.Report(name: .main, flows: "1", problems: [full, full])]).body["bots"]
        #expect(shown?.array?.first?["causes"] == ["disk"] && shown?.array?.first?["reason"] != nil)
    }
}
