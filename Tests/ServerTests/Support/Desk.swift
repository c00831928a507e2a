import Foundation
import Hummingbird
import JSON
import Logging
import Synchronization
import TestSupport

/// An agent desk that is notified of conversations handed over to people.
final class Desk: Sendable {
    struct Notice: Sendable {
        let body: [UInt8]
        let signature: String

        var json: JSONValue? { try? JSONValue(parsing: body) }
    }

    private let state = Mutex<(notices: [Notice], refusals: Int)>(([], 0))
    private let told: AsyncStream<Void>.Continuation
    private let news: AsyncStream<Void>

    init() { (news, told) = AsyncStream.makeStream(of: Void.self) }

    /// All notices that arrived, including refused ones.
    var notices: [Notice] { state.withLock(\.notices) }

    /// Answers the next `count` notices with 500.
    func refuse(_ count: Int) { state.withLock { $0.refusals = count } }

    /// Returns when `count` notices have arrived.
    func until(_ count: Int) async {
        if notices.count >= count { return }
        for await _ in news where notices.count >= count { return }
    }

    /// Listens while `work` runs, and passes it the port.
    func run(_ work: (Int) async throws -> Void) async throws {
        let (listening, ports) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.post("/usher") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            let signature = request.headers.first { $0.name.canonicalName == "usher-signature" }?.value ?? ""
            let isRefused = self.state.withLock { state in
                state.notices.append(Notice(body: Array(body.readableBytesView), signature: signature))
                state.refusals -= 1
                return state.refusals >= 0
            }
            self.told.yield()
            return Response(status: isRefused ? .internalServerError : .noContent)
        }
        var logger = Logger(label: "desk")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in ports.yield(channel.localAddress?.port ?? 0) }, logger: logger)
        try await TestServer.whileRunning([application], logger: logger) { _ in
            try await work(await listening.first { _ in true } ?? 0)
        }
    }
}
