import CCurl
import Foundation

/// Drives all transfers of one client on its own thread: every libcurl handle is created, used and freed there.
final class TransferLoop {
    private let mailbox: Mailbox
    private let multi: UnsafeMutableRawPointer
    private var admission: Admission<PendingCall>
    private var transfers: [Call.ID: Transfer] = [:]
    /// The first transfers to their origin, for whose connection others wait.
    private var pathfinders: [Transfer] = []
    /// Origins at which a waiting call may be able to run now.
    private var roomier: [Origin] = []
    /// Unused handles: they keep the memory and the TLS sessions of earlier transfers.
    private var idle: [EasyHandle] = []
    /// When to check for timeouts: no call times out earlier.
    private var nextDeadline: ContinuousClock.Instant?
    /// The number of running transfers that may use HTTP/2.
    private var awaitsHTTP2 = 0
    private var nap = PollBackoff()

    /// Starts the loop of a client.
    static func thread(serving mailbox: Mailbox, connectionsPerHost: Int) -> LoopThread {
        LoopThread("curl-client") {
            TransferLoop(serving: mailbox, connectionsPerHost: connectionsPerHost).run()
            mailbox.announceEnd()
        }
    }

    private init(serving mailbox: Mailbox, connectionsPerHost: Int) {
        precondition(Self.isLibraryReady, "libcurl could not be initialised")
        guard let multi = curl_multi_init() else { preconditionFailure("there is no memory for libcurl") }
        self.mailbox = mailbox
        self.multi = multi
        admission = Admission(limit: connectionsPerHost)
        _ = ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, connectionsPerHost * 4)
    }

    deinit {
        idle = []
        curl_multi_cleanup(multi)
    }

    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private func run() {
        let alarm = Alarm(for: multi)
        var orders: [Mailbox.Order] = []
        while true {
            mailbox.take(into: &orders)
            orders.forEach(obey)
            moveBytes()
            endOverdue()
            launchWaiting()
            switch mailbox.next(isIdle: transfers.isEmpty, alarm: alarm) {
            case .orders: continue
            case .sleep: sleep()
            case .end: return
            }
        }
    }

    /// Sleeps until network activity, an order, a libcurl timer or the next deadline.
    private func sleep() {
        let untilDeadline = nextDeadline.map { Int32(($0 - .now).milliseconds) } ?? .max
        var ready: Int32 = 0
        curl_multi_poll(multi, nil, 0, awaitsHTTP2 > 0 ? min(nap.length, untilDeadline) : untilDeadline, &ready)
        nap.end(becauseOfTheNetwork: ready > 0)
    }

    private func obey(_ order: Mailbox.Order) {
        switch order {
        case .start(let pending): start(pending)
        case .cancel(let call): cancel(call)
        }
    }

    private func moveBytes() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            finish(handle, with: ccurl_result(message))
        }
    }
}

/// Starting calls.
extension TransferLoop {
    private func start(_ pending: PendingCall) {
        let call = pending.call
        guard !call.isCancelled else { return pending.answer.resume(returning: .failure(.cancelled)) }
        nextDeadline = min(nextDeadline ?? call.deadline, call.deadline)
        let mayRun = admission.enter(
            pending, call.id, to: call.origin, hopingToShare: call.firstHop.offersHTTP2)
        if mayRun { launch(pending) }
    }

    private func launch(_ pending: PendingCall) {
        let easy = idle.popLast() ?? EasyHandle()
        do throws(HTTPFailure) {
            let transfer = try Transfer(of: pending, on: easy)
            transfers[pending.call.id] = transfer
            if admission.isFirst(to: pending.call.origin) { pathfinders.append(transfer) }
            send(transfer)
        } catch {
            rest(easy)
            pending.answer.resume(returning: .failure(error))
            leave(pending.call.origin)
        }
    }

    private func send(_ transfer: Transfer) {
        let code = curl_multi_add_handle(multi, transfer.easy.raw)
        awaitsHTTP2 += transfer.hop.offersHTTP2 ? 1 : 0
        nap = PollBackoff()
        guard code != CURLM_OK else { return }
        stop(transfer)
        retire(transfer, with: .failure(.unreachable(String(cString: curl_multi_strerror(code)))))
    }

    /// Launches waiting calls: those behind the first to their origin as soon as it has a connection, others when a
    /// call has ended.
    private func launchWaiting() {
        for transfer in pathfinders where transfer.attempts.hasBegunSending {
            admission.open(transfer.call.origin)
            roomier.append(transfer.call.origin)
        }
        pathfinders.removeAll { $0.attempts.hasBegunSending || transfers[$0.call.id] == nil }
        while let origin = roomier.popLast() {
            while let pending = admission.next(to: origin) { launch(pending) }
        }
    }
}

/// Ending calls.
extension TransferLoop {
    private func finish(_ handle: UnsafeMutableRawPointer, with code: CURLcode) {
        guard let transfer = Transfer.running(on: handle) else { return }
        stop(transfer)
        do throws(HTTPFailure) {
            if let response = try transfer.conclude(with: code) {
                retire(transfer, with: .success(response))
            } else {
                send(transfer)
            }
        } catch {
            retire(transfer, with: .failure(error))
        }
    }

    private func cancel(_ call: Call) {
        if let transfer = transfers[call.id] {
            abandon(transfer, because: .cancelled)
        } else if let pending = admission.withdraw(call.id) {
            pending.answer.resume(returning: .failure(.cancelled))
        }
    }

    private func endOverdue() {
        let now = ContinuousClock.now
        guard let deadline = nextDeadline, deadline <= now else { return }
        for transfer in transfers.values where transfer.call.deadline <= now {
            abandon(transfer, because: transfer.outOfTime)
        }
        for pending in admission.waiting.values where pending.call.deadline <= now {
            _ = admission.withdraw(pending.call.id)
            pending.answer.resume(returning: .failure(.timedOut(mayHaveArrived: false)))
        }
        let deadlines = [transfers.values.map(\.call.deadline), admission.waiting.values.map(\.call.deadline)]
        nextDeadline = deadlines.joined().min()
    }

    private func abandon(_ transfer: Transfer, because failure: HTTPFailure) {
        stop(transfer)
        retire(transfer, with: .failure(failure))
    }

    /// Removes the transfer from libcurl; harmless if it is not there.
    private func stop(_ transfer: Transfer) {
        curl_multi_remove_handle(multi, transfer.easy.raw)
        awaitsHTTP2 -= transfer.hop.offersHTTP2 ? 1 : 0
    }

    private func retire(_ transfer: Transfer, with outcome: Result<HTTPResponse, HTTPFailure>) {
        transfers[transfer.call.id] = nil
        rest(transfer.easy)
        transfer.discardFiles()
        transfer.answer.resume(returning: outcome)
        leave(transfer.call.origin)
    }

    private func leave(_ origin: Origin) {
        admission.leave(origin)
        roomier.append(origin)
    }

    /// Keeps the handle for the next transfer, unless enough are already unused after a burst.
    private func rest(_ easy: EasyHandle) {
        easy.reset()
        if idle.count < 256 { idle.append(easy) }
    }
}
