import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A little server in place of Apple's attachment store. It keeps files on disk, and goes wrong where it is told to.
///
/// It takes messages too, as the gateway does.
public final class LittleStore: Sendable {
    public enum Step: String, Sendable, CaseIterable {
        case preUpload, upload, preDownload, download, decodePayload
    }

    public enum Fault: Sendable {
        /// Goes right: for a place in a row.
        case nothing
        case status(Int)
        /// Answers with these words in place of what belongs there.
        case says(String)
        /// Serves only so many bytes.
        case truncated(to: Int)
        /// Serves this many zero bytes more.
        case oversized(by: Int)
        /// Serves the file with its first byte changed.
        case garbled
        case redirect(to: String)
        /// Says nothing, until the server is stopped.
        case silence
    }

    public struct Received: Sendable {
        public let step: Step
        /// The names in small letters.
        public let headers: [String: String]
        /// What was to be decoded.
        public var body: [UInt8] = []
    }

    private struct State {
        var faults: [Step: [Fault]] = [:]
        var received: [Received] = []
        var messages: [[UInt8]] = []
        /// Those who wait for so many messages.
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var nextID = 1
    }

    let folder: String
    private let state = Mutex(State())

    /// Every request so far, in order.
    public var received: [Received] { state.withLock(\.received) }

    /// The bodies of all messages so far, in order.
    public var messages: [[UInt8]] { state.withLock(\.messages) }

    private init(folder: String) { self.folder = folder }

    /// Runs a store while `work` runs, and gives it the base of the gateway's addresses.
    public static func run<Value: Sendable>(
        work: @Sendable (LittleStore, String) async throws -> Value
    ) async throws -> Value {
        let folder = NSTemporaryDirectory() + "little-store-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = LittleStore(folder: folder)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let quiet = Logger(label: "store") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: store.router(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: quiet)
        let services = ServiceGroup(services: [application], gracefulShutdownSignals: [], logger: quiet)
        let running = Task { try await services.run() }
        let port = await ports.first { _ in true } ?? 0
        let result: Result<Value, any Error>
        do {
            result = .success(try await work(store, "http://127.0.0.1:\(port)/v1"))
        } catch {
            result = .failure(error)
        }
        await services.triggerGracefulShutdown()
        try await running.value
        return try result.get()
    }

    /// Lets `step` go wrong, as often as there are faults; the last one goes on for ever.
    public func fail(_ step: Step, with faults: Fault...) { state.withLock { $0.faults[step] = faults } }

    /// Lets `step` go right again.
    public func mend(_ step: Step) { state.withLock { $0.faults[step] = nil } }

    /// How often a step was asked for.
    public func count(of step: Step) -> Int { received.count { $0.step == step } }

    /// Notes a request, and says what is to go wrong with it.
    func note(_ step: Step, _ request: Request, body: [UInt8] = []) -> Fault? {
        let headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        return state.withLock { state in
            state.received.append(Received(step: step, headers: headers, body: body))
            guard let faults = state.faults[step], let fault = faults.first else { return nil }
            if faults.count > 1 { state.faults[step]?.removeFirst() }
            return fault
        }
    }

    /// Returns when so many messages have come.
    public func untilMessages(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let areThere = state.withLock { state in
                if state.messages.count < count { state.waiting.append((count, continuation)) }
                return state.messages.count >= count
            }
            if areThere { continuation.resume() }
        }
    }

    func keep(message: [UInt8]) {
        let woken = state.withLock { state in
            state.messages.append(message)
            let count = state.messages.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return state.waiting.filter { $0.count <= count }
        }
        for waiter in woken { waiter.continuation.resume() }
    }

    func newID() -> String {
        state.withLock { state in
            defer { state.nextID += 1 }
            return "file-\(state.nextID)"
        }
    }
}
