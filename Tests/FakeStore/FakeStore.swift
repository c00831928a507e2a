import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A small server that replaces Apple's attachment store. It keeps files on disk, and fails on demand.
///
/// It accepts messages too, as the gateway does.
public final class FakeStore: Sendable {
    public enum Step: String, Sendable, CaseIterable {
        case preUpload, upload, preDownload, download, decodePayload
    }

    public enum Fault: Sendable {
        /// No fault; fills a place in a list of faults.
        case nothing
        case status(Int)
        /// Responds with this text instead of the right content.
        case says(String)
        /// Serves only this many bytes.
        case truncated(to: Int)
        /// Serves this many additional zero bytes.
        case oversized(by: Int)
        /// Serves the file with its first byte changed.
        case garbled
        case redirect(to: String)
        /// Does not respond until the server is stopped.
        case silence
    }

    public struct Received: Sendable {
        public let step: Step
        /// The names in lower case.
        public let headers: [String: String]
        /// The payload to decode.
        public var body: [UInt8] = []
    }

    private struct State {
        var faults: [Step: [Fault]] = [:]
        var received: [Received] = []
        var messages: [[UInt8]] = []
        /// Tasks that wait for a number of messages.
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var nextID = 1
    }

    let folder: String
    private let state = Mutex(State())

    /// All requests so far, in order.
    public var received: [Received] { state.withLock(\.received) }

    /// The bodies of all messages so far, in order.
    public var messages: [[UInt8]] { state.withLock(\.messages) }

    private init(folder: String) { self.folder = folder }

    /// Runs a store while `work` runs, and passes it the base URL of the gateway.
    public static func run<Value: Sendable>(
        work: @Sendable (FakeStore, String) async throws -> Value
    ) async throws -> Value {
        let folder = NSTemporaryDirectory() + "little-store-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FakeStore(folder: folder)
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

    /// Lets `step` fail with these faults, one for each request; the last one repeats.
    public func fail(_ step: Step, with faults: Fault...) { state.withLock { $0.faults[step] = faults } }

    /// Ends the faults of `step`.
    public func mend(_ step: Step) { state.withLock { $0.faults[step] = nil } }

    /// Returns how often a step was requested.
    public func count(of step: Step) -> Int { received.count { $0.step == step } }

    /// Records a request, and returns its fault.
    func note(_ step: Step, _ request: Request, body: [UInt8] = []) -> Fault? {
        let headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        return state.withLock { state in
            state.received.append(Received(step: step, headers: headers, body: body))
            guard let faults = state.faults[step], let fault = faults.first else { return nil }
            if faults.count > 1 { state.faults[step]?.removeFirst() }
            return fault
        }
    }

    /// Returns when `count` messages have arrived.
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
