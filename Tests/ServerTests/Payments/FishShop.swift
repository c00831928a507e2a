import AppleSimulator
import Channels
import ChildProcess
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import HTTPActions
import JSON
import Projects
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// The shop of Apple's sample request: halibut, with three shipping methods.
struct FishShop: Sendable {
    let server: TestServer
    let provider: Provider

    static let thanks = "Thank you! Paid US$63.99, UPS Ground."

    /// Runs the shop's server while `work` runs.
    ///
    /// - Parameters:
    ///   - pay: further keys of the payment step.
    ///   - doubles: the test doubles of `usher dev`.
    ///   - pages: the actions for a payment page of the business.
    ///   - paySecret: signs what that page reports.
    static func run(
        folder: TemporaryFolder? = nil, key: StorageKey = .random(), provider: Provider = Provider(), pay: String = "",
        doubles: ActionCalls.Doubles = .none, pages: [String: any RegisteredAction] = [:], paySecret: String? = nil,
        _ work: @Sendable (FishShop) async throws -> Void
    ) async throws {
        var setup = TestServer.Setup()
        setup.folder = folder
        setup.port = try freePort()
        setup.key = key
        setup.doubles = doubles
        setup.registered = ["TakePayment": provider.action, "Costs": provider.costs].merging(pages) { first, _ in first
        }
        setup.paySecret = paySecret
        setup.makeBot = { simulator in try bot(gateway: try await simulator.baseURL, pay: pay) }
        try await TestServer.run(setup) { try await work(FishShop(server: $0, provider: provider)) }
    }

    static func bot(gateway: String, pay: String) throws -> Bot {
        var files = try ProjectFolder(at: Fixtures.repository.appending(path: "Tests/ServerTests/Fixtures/Fish").path)
            .files()
        files.services = files.services.map { $0.replacing("https://gateway.example", with: gateway) }
        files.texts = files.texts.map { $0.replacing("    # more keys\n", with: pay) }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    /// Returns a phone that has been asked to pay.
    func phone(_ kind: DeviceKind = .iphone) async throws -> Phone {
        let phone = try Phone(kind, on: server)
        _ = try await phone.says("hello")
        return phone
    }

    func conversation(of phone: Phone) -> ConversationKey {
        ConversationKey(
            channel: "apple", customer: phone.device.customer.text, business: phone.device.business.text)
    }

    /// Returns the first payment.
    func payment() async throws -> ConversationRuntime.Payment {
        let all = try await server.database.payments.payments(PaymentFilter(), skipping: 0, limit: 10)
        return try #require(all.first)
    }

    func trail() async throws -> [PaymentEntry.Kind] {
        try await server.database.payments.trail(of: payment().id).map(\.kind)
    }
}

extension SourceFile {
    fileprivate func replacing(_ old: String, with new: String) -> SourceFile {
        SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self).replacing(old, with: new))
    }
}
