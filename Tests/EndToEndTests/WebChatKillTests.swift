import AppleSimulator
import CurlClient
import Foundation
import JSON
import Testing

/// A server is killed while many people answer the same question in the web chat.
@Suite struct WebChatKillTests {
    private static let people = 200
    private static let answeredBeforeTheEnd = 60

    @Test(.timeLimit(.minutes(10)))
    func `two hundred who answer at once all count once, although the server is killed among them`() async throws {
        try await World.with(seed: 19, project: BarbersOnTheWeb()) { world in
            let server = try await world.startServer()
            let group = try await ChatGroup(of: Self.people, at: world.serverPort)
            defer { Task { await group.end() } }
            let question = try await group.question()
            let answers = (0..<Self.people).map { index in
                GroupAnswer(
                    person: index, value: question.answers[index % question.answers.count], message: question.message)
            }

            var done = 0
            let taken = await group.send(answers) {
                done += 1
                if done == Self.answeredBeforeTheEnd { server.kill() }
            }
            #expect(taken.count >= Self.answeredBeforeTheEnd && taken.count < Self.people)
            _ = await server.status()

            let again = try await world.startServer()
            // Those with a response repeat their request as well, as a browser does that lost the response.
            let second = await group.send(answers) {}
            #expect(second.count == Self.people)
            for index in taken.keys { #expect(second[index]?.status == 200) }
            let state = try await group.state(of: question.message)
            #expect(state.count == Self.people)
            for answer in answers {
                let expected: JSONValue = [
                    "selection": [
                        "adds": [["ids": [.string(answer.operation)], "value": .string(answer.value)]], "removes": [],
                    ]
                ]
                #expect(state[group.ids[answer.person]] == expected)
            }
            try await group.untilBotHasRead(second.values.map(\.sequence).max() ?? 0)
            again.stop()
            await again.expectEnd(with: 0)
        }
    }
}

/// One person's answer, always in the same words.
private struct GroupAnswer: Sendable {
    let person: Int
    let value: String
    let message: String
    let id = UUID().uuidString.lowercased()
    let operation = UUID().uuidString

    var body: JSONValue {
        [
            "id": .string(id),
            "operations": [
                [
                    "operation": "add", "type": "FWW", "name": "selection", "value": .string(value),
                    "id": .string(operation),
                ]
            ],
        ]
    }
}

/// Many people in one conversation with the bot, each in a separate browser.
private final class ChatGroup: Sendable {
    struct Taken: Sendable {
        var status: Int
        var sequence: Int
    }

    let ids: [String]
    private let tokens: [String]
    private let conversation: String
    private let base: String
    private let client: CurlClient

    init(of count: Int, at port: Int) async throws {
        client = CurlClient(connectionsPerHost: 200)
        base = "http://127.0.0.1:\(port)/chat/api"
        var people: [(id: String, token: String)] = []
        for index in 0..<count {
            let session = try await Self.call(
                client, "POST", "\(base)/session", ["widget": true], index: index, token: nil)
            people.append((session.json["customer"]?.string ?? "", session.json["token"]?.string ?? ""))
        }
        let begun = try await Self.call(client, "POST", "\(base)/conversations", [:], index: 0, token: people[0].token)
        let conversation = begun.json["id"]?.string ?? ""
        let invited = try await Self.call(
            client, "POST", "\(base)/conversations/\(conversation)/invitations", [:], index: 0, token: people[0].token)
        for index in 1..<count {
            _ = try await Self.call(
                client, "POST", "\(base)/conversations", ["invitation": invited.json["invitation"] ?? .null],
                index: index, token: people[index].token)
        }
        self.conversation = conversation
        ids = people.map(\.id)
        tokens = people.map(\.token)
    }

    func end() async { await client.shutdown() }

    /// Lets the bot ask a question; returns the message with the ids of its answers.
    func question() async throws -> (message: String, answers: [String]) {
        let body = JSONValue.object(["text": "hello"]).text
        _ = try await call(
            "POST", "messages",
            [
                "id": .string(UUID().uuidString),
                "parts": [["mime_type": "application/vnd.layer.text+json;role=root", "body": .string(body)]],
            ], by: 0)
        for attempt in 0... {
            let messages = try await call("GET", "messages", nil, by: attempt % ids.count).json["messages"]?.array ?? []
            guard let asked = messages.first(where: { $0["type"]?.string == "buttons" }) else { continue }
            let root = try JSONValue(parsing: asked["parts"]?[0]?["body"]?.string ?? "")
            let answers = root["buttons"]?[0]?["choices"]?.array?.compactMap { $0["id"]?.string } ?? []
            return (asked["id"]?.string ?? "", answers)
        }
        throw ProgramFailure("the bot does not ask")
    }

    /// Sends all answers at once. Returns the accepted ones by person.
    func send(
        _ answers: [GroupAnswer], _ onTaken: () -> Void
    ) async -> [Int: Taken] {
        await withTaskGroup(of: (Int, Taken)?.self) { group in
            for answer in answers {
                group.addTask {
                    let answered = try? await self.call(
                        "POST", "messages/\(answer.message)/responses", answer.body, by: answer.person)
                    guard let answered, answered.status < 300 else { return nil }
                    return (
                        answer.person, Taken(status: answered.status, sequence: answered.json["sequence"]?.int ?? 0)
                    )
                }
            }
            var taken: [Int: Taken] = [:]
            for await case (let person, let answer)? in group {
                taken[person] = answer
                onTaken()
            }
            return taken
        }
    }

    /// Returns the choices made in a message, by person.
    func state(of message: String) async throws -> JSONObject {
        let parts = try await call("GET", "messages/\(message)", nil, by: 0).json["parts"]?.array ?? []
        let summary = parts.first { $0["mime_type"]?.string?.contains("role=response_summary") ?? false }
        if let body = summary?["body"]?.string { return try JSONValue(parsing: body).object ?? [:] }
        // This many answers are too large for a part and are stored as content beside the message.
        guard let address = summary?["content"]?["download_url"]?.string else { return [:] }
        let root = base.replacing("/chat/api", with: "")
        return try await Self.call(client, "GET", root + address, nil, index: 0, token: tokens[0]).json.object ?? [:]
    }

    /// Polls until the bot has read all messages up to one.
    func untilBotHasRead(_ sequence: Int) async throws {
        for attempt in 0... {
            let path = "conversations/\(conversation)"
            let index = attempt % ids.count
            let answer = try await Self.call(client, "GET", "\(base)/\(path)", nil, index: index, token: tokens[index])
            let bot = answer.json["participants"]?.array?.first { $0["id"]?.string == "bot" }
            if (bot?["read_up_to"]?.int ?? 0) >= sequence { return }
        }
    }

    private func call(
        _ method: String, _ path: String, _ body: JSONValue?, by person: Int
    ) async throws -> (status: Int, json: JSONValue) {
        try await Self.call(
            client, method, "\(base)/conversations/\(conversation)/\(path)", body, index: person, token: tokens[person])
    }

    /// - Parameter index: the person, each of whom has an address of their own.
    private static func call(
        _ client: CurlClient, _ method: String, _ url: String, _ body: JSONValue?, index: Int, token: String?
    ) async throws -> (status: Int, json: JSONValue) {
        var request = HTTPRequest(method, url)
        request.headers = [HTTPHeader(name: "X-Forwarded-For", value: "192.0.2.\(index % 250)")]
        if let token { request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(token)")) }
        if let body { request.body = .bytes(body.bytes) }
        let response = try await client.send(request)
        return (response.status, (try? JSONValue(parsing: response.body)) ?? .null)
    }
}

/// The barbers' bot, with the web chat enabled.
private struct BarbersOnTheWeb: ProjectOfTest {
    let secrets = ["USHER_WEB_CHAT_ENABLED": "true", "USHER_SERVER_TRUSTED_PROXIES": "127.0.0.1"]

    func make(in folder: URL, _ simulator: AppleSimulator) async throws -> URL {
        let flows = folder.appending(path: "Flows")
        try FileManager.default.createDirectory(at: flows, withIntermediateDirectories: true)
        let bot = """
            bot: Harbour Barbers
            zone: Europe/Dublin
            start: barber
            notice: You are writing with our automated assistant.
            anywhere:
              agent, help, support: barber/person
            people:
              front desk:
            if_silent:
              after: 2 hours
              then: barber/bye
            if_other:
              tries: 2
              then: barber/person
            """
        let flow = """
            flow: barber
            start: welcome
            steps:
              welcome:
                ask: What would you like?
                answers:
                  Cut: bye
                  Shave: bye
                  Both: bye
              bye:
                say: See you.
                then: end
              person:
                say: One moment.
                hand_over: front desk
            """
        try Data(bot.utf8).write(to: flows.appending(path: "bot.yaml"))
        try Data(flow.utf8).write(to: flows.appending(path: "barber.yaml"))
        return flows
    }

    func signIn(_ simulator: AppleSimulator) async throws -> Business.SignIn? { nil }
}
