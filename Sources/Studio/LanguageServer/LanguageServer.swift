public import Channels
import Concurrency
import Expressions
import JSON
import LanguageProtocol
import Synchronization

/// The language server: it reads messages of one editor, and answers them in their order.
///
/// `receive` takes bytes on the reader's thread and never waits for an answer; `run` processes the messages one at a
/// time. Flows are compiled when a request needs it, or once nothing has changed for a moment.
public final class LanguageServer: Sendable {
    /// What the reader has left for `run`.
    private struct Intake: Sendable {
        var frames = FrameReader()
        var queue = MessageQueue()
        /// Answers that need no processing, such as those to cancelled requests.
        var answers: [OutgoingMessage] = []
        var isOver = false
        /// Why the stream can no longer be read.
        var failure: String?

        var isWaiting: Bool { queue.isEmpty && answers.isEmpty && !isOver }
    }

    /// How often files and the client's process are polled.
    static let pollInterval = TimeLength(milliseconds: 1_000)

    private let intake = Mutex(Intake())
    private let host: LanguageServerHost
    private let clock: any WallClock
    private let sleep: InterruptibleSleep
    private let version: String
    private let quick: Duration

    /// - Parameters:
    ///   - version: the version of the program, for the client's log.
    ///   - clock: measures how long nothing has changed.
    ///   - quick: up to which duration of a compilation flows are compiled at every change; if it takes longer, once
    ///     nothing has changed for 100 milliseconds.
    public init(
        version: String, host: LanguageServerHost, clock: any WallClock = SystemClock(),
        quick: Duration = .milliseconds(80)
    ) {
        self.quick = quick
        self.version = version
        self.host = host
        self.clock = clock
        sleep = InterruptibleSleep(clock: clock)
    }

    /// Takes bytes of the client, on any thread, in their order.
    public func receive(_ bytes: [UInt8]) {
        intake.withLock { intake in
            guard !intake.isOver else { return }
            intake.frames.append(bytes)
            do throws(FrameReader.Failure) {
                while let body = try intake.frames.next() {
                    intake.answers += intake.queue.append(IncomingMessage(body: body))
                }
            } catch {
                intake.isOver = true
                intake.failure = "\(error)"
            }
        }
        sleep.wake()
    }

    /// Reports that the client sends nothing more.
    public func endOfInput() {
        intake.withLock { intake in
            if !intake.isOver, !intake.frames.isBetweenMessages {
                intake.failure = "the input ended within a message"
            }
            intake.isOver = true
        }
        sleep.wake()
    }

    /// Processes messages until the client ends the server, closes its input or is gone. Returns the exit code.
    public func run() async -> Int32 {
        let session = Session(version: version, host: host, clock: clock, quick: quick) { [self] in interruption }
        var nextPoll = clock.now + Self.pollInterval
        while true {
            do {
                if let code = try process(session) { return code }
                if clock.now >= nextPoll {
                    nextPoll = clock.now + Self.pollInterval
                    if let code = try poll(session) { return code }
                }
                if let due = session.dueToPublish, due <= clock.now { try send(session.publish()) }
            } catch {
                host.log("usher lsp: cannot write to the editor: \(error)")
                return 1
            }
            let next = session.dueToPublish.map { min($0, nextPoll) } ?? nextPoll
            await sleep.rest(until: next) { [self] in !intake.withLock(\.isWaiting) }
        }
    }

    /// Processes what waits. Returns the exit code when the server ends.
    private func process(_ session: Session) throws -> Int32? {
        while true {
            let (answers, message, isOver, failure) = intake.withLock { intake in
                defer { intake.answers = [] }
                let message = intake.queue.next()
                return (intake.answers, message, message == nil && intake.isOver, intake.failure)
            }
            try send(answers)
            if let message {
                let outcome = session.process(message)
                try send(outcome.messages)
                if let code = outcome.exitCode { return code }
                continue
            }
            guard isOver else { return nil }
            if let failure { host.log("usher lsp: \(failure)") }
            return failure == nil ? session.codeAtEndOfInput : 1
        }
    }

    /// Looks after the client's process and after files that the client does not watch.
    private func poll(_ session: Session) throws -> Int32? {
        if let process = session.clientProcess, !host.isAlive(process) {
            host.log("usher lsp: the editor's process \(process) is gone")
            return 1
        }
        session.pollFiles()
        return nil
    }

    /// Whether the request that is being processed should be given up, and which documents have changed since.
    private var interruption: Interruption {
        intake.withLock { Interruption(isCancelled: $0.queue.isCancelled, changed: $0.queue.changedSince) }
    }

    private func send(_ messages: [OutgoingMessage]) throws {
        for message in messages { try host.write(message.bytes) }
    }
}

/// What has happened while a request was being processed.
struct Interruption {
    let isCancelled: Bool
    /// The URIs of documents that have changed.
    let changed: Set<String>
}
