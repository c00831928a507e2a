import AppleSimulator
import JSON
import TestSupport
import Testing

@Suite struct StrangeReplyTests {
    @Test(arguments: ["never-sent", "", nil] as [String?])
    func `a reply to a question that was never sent changes nothing`(_ question: String?) async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            let before = try Tables(server.databasePath, without: ["arrivals", "deliveries"])
            let answer = try await Self.reply(to: question, "not-an-answer").post(to: server)
            #expect(answer.json == ["outcome": "ignored", "reason": "a reply to a question that was never sent"])
            await server.untilQuiet()
            #expect(try Tables(server.databasePath, without: ["arrivals", "deliveries"]) == before)
            try await phone.taps("Order parts", shows: ["list-picker: [Which parts?] Bell, Lights, Lock"])
        }
    }

    @Test func `a reply of somebody who never wrote starts no conversation`() async throws {
        try await TestServer.run { server in
            let answer = try await Self.reply(to: "never-sent", "Book a repair").post(to: server)
            #expect(answer.outcome == "ignored")
            #expect(try Tables(server.databasePath)["sessions"] == [])
            #expect(try Tables(server.databasePath)["deliveries"] == [])
        }
    }

    @Test func `a reply without the identifier of its question answers the open one`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            let shown = try await phone.after { _, _ in
                _ = try await Self.reply(to: nil, "Order parts").post(to: server)
            }
            #expect(shown == ["list-picker: [Which parts?] Bell, Lights, Lock"])
        }
    }

    @Test func `a reply that does not say what was chosen has the question asked again`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            let open = try #require(try await server.simulator.messages(of: phone.device.id).last?.interactive)
            let shown = try await phone.after { _, _ in
                _ = try await Self.reply(to: open.requestIdentifier, nil).post(to: server)
            }
            #expect(shown.first == "Please choose one of the answers.")
        }
    }

    /// Returns a tap on a quick reply.
    private static func reply(to question: String?, _ id: String?) -> Webhook {
        var data: JSONObject = [
            "version": "1.0", "quick-reply": ["selectedIdentifier": id.map { .string($0) } ?? .null],
        ]
        data.set("requestIdentifier", question.map { .string($0) })
        let interactive: JSONValue = ["bid": "com.apple", "sessionIdentifier": "s-1", "data": .object(data)]
        var webhook = Webhook(Webhook.message("interactive", ["interactiveData": interactive]))
        webhook.headers["capability-list"] = "QUICK,LIST,TIME"
        return webhook
    }
}
