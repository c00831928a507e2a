import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import CustomerRecords
import Expressions
import FlowModel
import Foundation
import JSON
import Logging
import ServiceLifecycle
import Synchronization

/// Sends the notices of kept rows: by e-mail, or by a signed webhook.
///
/// A notice is stored in the transaction that keeps its row, and removed when it was taken; a server that is killed in
/// between sends it again. It is repeated after 1, 2, 4 … minutes, at most an hour apart, for two days; then it is kept
/// with its reason, for operators to repeat. One that a mail server refuses for good is not repeated.
final class ResultNoticeService: Service {
    private let settings: NoticeSettings
    private let store: any ResultStore
    private let business: String
    private let client: CurlClient
    private let clock: any WallClock
    private let logger: Logger
    private let reading: FailureLog
    private let standing: NodeStanding
    private let sleep: InterruptibleSleep
    private let hasNew = Mutex(false)

    private static let batch = 50
    private static let longestWait = TimeLength.hours(1)
    private static let sharedWait = TimeLength.seconds(10)
    private static let patience = TimeLength.hours(48)

    init(
        settings: NoticeSettings, store: any ResultStore, business: String, client: CurlClient,
        clock: any WallClock, logger: Logger, standing: NodeStanding = .alone
    ) {
        self.standing = standing
        self.settings = settings
        self.store = store
        self.business = business
        self.client = client
        self.clock = clock
        self.logger = logger
        reading = FailureLog(
            "could not read notices, retrying", end: "notices read again", clock: clock, logger: logger)
        sleep = InterruptibleSleep(clock: clock)
    }

    /// How people are notified.
    var ways: Set<NoticeWay> { settings.ways }

    /// Looks for new notices now.
    func wake() {
        hasNew.withLock { $0 = true }
        sleep.wake()
    }

    /// Runs until the task is cancelled or the server shuts down gracefully; a notice in progress is finished.
    func run() async {
        // Rows are kept by other servers as well.
        let longest = standing.isAlone ? Self.longestWait : Self.sharedWait
        while await standing.untilLeading(), !Task.isCancelled, !Task.isShuttingDownGracefully {
            hasNew.withLock { $0 = false }
            let next: Moment
            do {
                let last = clock.now + longest
                next = min(try await sendDue() ?? last, last)
                reading.succeeded()
            } catch {
                reading.failed(error, level: .retry(after: error))
                next = clock.now + .seconds(10)
            }
            await sleep.restUntilShutdown(or: next) { self.hasNew.withLock { $0 } }
        }
    }

    /// Sends all notices that are due. Returns when the next one is.
    func sendDue() async throws -> Moment? {
        while true {
            let due = try await store.dueNotices(at: clock.now, limit: Self.batch)
            for notice in due {
                if Task.isCancelled || Task.isShuttingDownGracefully { return nil }
                try await send(notice)
            }
            if due.count < Self.batch { return try await store.nextNotice() }
        }
    }

    private func send(_ notice: ResultNotice) async throws {
        let metadata: Logger.Metadata = [
            "result": "\(notice.result.table)", "number": "\(notice.result.row.number)",
            "way": "\(notice.way.rawValue)",
        ]
        do throws(MailFailure) {
            switch notice.way {
            case .email: try await mail(notice)
            case .webhook: try await post(notice)
            }
        } catch {
            return try await postpone(notice, error, metadata)
        }
        try await store.remove(notice.id)
        logger.info("notice sent", metadata: metadata)
    }

    private func postpone(_ notice: ResultNotice, _ failure: MailFailure, _ metadata: Logger.Metadata) async throws {
        var metadata = metadata
        metadata["reason"] = "\(failure)"
        let wait = min(TimeLength.minutes(1 << min(notice.attempts, 6)), Self.longestWait)
        let isLast = clock.now + wait > notice.createdAt + Self.patience
        if case .refused = failure {
        } else if !isLast {
            logger.warning("notice failed, retrying", metadata: metadata)
            return try await store.postpone(
                notice.id, attempts: notice.attempts + 1, until: clock.now + wait, because: "\(failure)")
        }
        try await store.giveUp(notice.id, because: "\(failure)")
        logger.error("notice given up", metadata: metadata)
    }

    private func mail(_ notice: ResultNotice) async throws(MailFailure) {
        guard let email = settings.email else { throw .refused("`notify.email` is not set any more") }
        let message = NoticeMail(notice: notice, business: business, settings: email).bytes(at: clock.now)
        try await MailClient(email.server).send(message, from: email.sender, to: email.recipients)
    }

    private func post(_ notice: ResultNotice) async throws(MailFailure) {
        guard let webhook = settings.webhook else { throw .refused("`notify.webhook` is not set any more") }
        var body = notice.result.json(isOpen: false).object ?? [:]
        body["event"] = .string(notice.occasion.rawValue)
        body["notice"] = .int(Int(notice.id))
        let bytes = JSONValue.object(body).bytes
        var request = HTTPRequest("POST", webhook.address)
        request.headers = [
            HTTPHeader(name: "Content-Type", value: "application/json"),
            HTTPHeader(name: "Usher-Signature", value: webhook.signature(of: bytes, at: clock.now)),
        ]
        request.body = .bytes(bytes)
        request.timeout = .seconds(10)
        let status: Int
        do throws(HTTPFailure) {
            status = try await client.send(request).status
        } catch {
            throw .tryAgain("\(error)")
        }
        guard (200..<300).contains(status) else { throw .tryAgain("HTTP status \(status)") }
    }
}
