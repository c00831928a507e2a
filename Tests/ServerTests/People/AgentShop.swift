import AppleSimulator
import Channels
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// A server whose customer waits for people.
enum AgentShop {
    static func bot() throws -> Bot {
        let flows = [
            SourceFile(
                path: "Flows/bot.yaml",
                text: """
                    bot: Spoke & Chain
                    zone: Europe/Berlin
                    start: shop
                    anywhere:
                      agent, help, support: shop/person
                    hours:
                      opening hours:
                        Monday to Saturday: 9:00 to 18:00
                    people:
                      workshop:
                      billing:
                        hours: opening hours
                        address: accounts
                    replies:
                      welcome:
                        say: Hello, this is {bot.business}.
                        shortcut: hi
                      invoice:
                        say: You get the invoice by mail.
                        queue: billing
                    if_silent: never
                    if_other: shop/person
                    if_failed: shop/person

                    """),
            SourceFile(
                path: "Flows/shop.yaml",
                text: """
                    flow: shop
                    start: welcome
                    steps:
                      welcome:
                        ask: What needs fixing?
                        save: service
                        answers: [Puncture, Brakes]
                        then: plate
                      plate:
                        ask: And the number of the frame?
                        text: one line
                        private: yes
                        then: day
                      day:
                        ask: Which day for the {service, lower}?
                        answers: [Monday, Tuesday]
                        then: person
                      person:
                        say: One of us will answer you here.
                        hand_over: workshop
                        note: Wants {service, or nothing so far}
                        then: end

                    """),
        ]
        let compilation = Compiler.compile(
            ProjectFiles(texts: flows, actions: nil, services: nil, assets: [:], version: "1"),
            options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    /// Runs a server with a customer who waits for people; the key opens private answers.
    ///
    /// - Parameters:
    ///   - isPrivate: whether the customer has given a private answer.
    ///   - isAtOnce: whether the customer asks for people before the question for one.
    static func run(
        desk: DeskSettings? = nil, isPrivate: Bool = false, isAtOnce: Bool = false,
        _ work: @Sendable (TestServer, Phone) async throws -> Void
    ) async throws {
        var setup = TestServer.Setup(desk: desk, bot: try bot())
        setup.key = .random()
        try await TestServer.run(setup) { server in
            let phone = try Phone(on: server)
            try await phone.says("hello")
            if !isAtOnce { try await phone.taps("Brakes") }
            if isPrivate { try await phone.says("WB-1234") }
            try await phone.says("help")
            try await work(server, phone)
        }
    }

    static func lines(_ server: TestServer) async throws -> [String] {
        try await server.admin("GET", "/1").json?["transcript"]?.array?.compactMap(\.string) ?? []
    }
}

extension TestServer {
    /// Stores a file for a conversation with people.
    func upload(
        _ text: String, named name: String? = nil, query: String? = nil, for conversation: Int
    ) async throws -> (status: Int, json: JSONValue?) {
        let query = query ?? "name=\(name ?? "")"
        var request = HTTPRequest.patient("POST", "\(url)/admin/api/handovers/\(conversation)/files?\(query)")
        request.headers = [
            HTTPHeader(name: "Authorization", value: "Bearer \(Account.operatorToken)"),
            HTTPHeader(name: "Content-Type", value: "application/octet-stream"),
        ]
        request.body = .bytes(Array(text.utf8))
        let response = try await client.send(request)
        return (response.status, try? JSONValue(parsing: response.body))
    }
}
