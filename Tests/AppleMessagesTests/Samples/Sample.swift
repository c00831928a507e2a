import Channels
import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import Foundation
import JSON
import Logging
import MessageModel
import Testing

@testable import AppleMessages

/// A flow that asks or shows the same as one of Apple's samples.
struct Sample {
    private let bot: Bot

    /// Compiles a flow of `Fixtures/Samples`.
    init(_ name: String) throws {
        let texts = try [("bot", "bot"), ("sample", name)].map { name, file in
            SourceFile(path: "Flows/\(name).yaml", text: try Fixtures.text("Samples/\(file).yaml"))
        }
        let services = SourceFile(path: "Config/services.yaml", text: try Fixtures.text("Samples/services.yaml"))
        let files = ProjectFiles(
            texts: texts, services: services, assets: Self.pictures.mapValues(Asset.init), version: "1")
        // Monday, 1 May 2017, when the times of Apple's page are in the future.
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Self.now))
        guard let bot = compilation.bot else { throw BrokenSample(description: compilation.report.text()) }
        self.bot = bot
    }

    /// Returns the payload of the last message of the first turn.
    func written() async throws -> JSONValue { try #require(try await bodies().last) }

    /// Returns all payloads that are sent when a customer says hello.
    func bodies() async throws -> [JSONValue] {
        var event = Event(.heard(.text("Hello"), bubble: nil), at: Self.now, seed: Seed(high: 1, low: 2))
        let device = Device(channel: .apple, capabilities: [.quick, .list, .time, .form, .auth2])
        event.sender = Event.Sender(customer: "ana", device: device, locale: "en_US", intent: nil, group: nil)
        guard case .turn(let turn) = try Engine(bot).advance(nil, on: event) else { return [] }
        let writer = AppleWriter(
            pictures: Album(Self.pictures), apps: bot.apps, payments: FixedPayments(),
            logger: Logger(label: "sample") { _ in SwiftLogNoOpLogHandler() })
        var bodies: [JSONValue] = []
        for case .send(let outgoing) in turn.effects {
            // Through the stored form, as on the way to the channel.
            bodies += try await writer.bodies(of: Message(json: outgoing.message.json))
        }
        return bodies
    }

    private static let now = Moment(seconds: 1_493_632_800)
    private static let pictures: [String: [UInt8]] = [
        "one.png": Examples.png + [1], "two.png": Examples.png + [2], "icon.png": Examples.png + [3],
    ]
}

/// The error when a test's flow does not compile.
struct BrokenSample: Error, CustomStringConvertible {
    let description: String
}
