import CCurl
import Foundation

/// Drives all transfers of one client, on its own thread: every handle of libcurl is made, used and freed there.
final class TransferLoop {
    private let mailbox: Mailbox
    private let multi: UnsafeMutableRawPointer
    private var transfers: [ObjectIdentifier: Transfer] = [:]
    /// Handles at rest: with them stay the memory and the TLS sessions of earlier transfers.
    private var idle: [EasyHandle] = []

    static func startThread(serving mailbox: Mailbox, connectionsPerHost: Int) {
        let thread = Thread {
            TransferLoop(serving: mailbox, connectionsPerHost: connectionsPerHost).run()
            mailbox.announceEnd()
        }
        thread.name = "curl-client"
        thread.start()
    }

    private init(serving mailbox: Mailbox, connectionsPerHost: Int) {
        precondition(Self.isLibraryReady, "libcurl could not be initialised")
        guard let multi = curl_multi_init() else { preconditionFailure("there is no memory for libcurl") }
        self.mailbox = mailbox
        self.multi = multi
        _ = ccurl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
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
            switch mailbox.pause(isIdle: transfers.isEmpty, alarm: alarm) {
            case .none: continue
            case .sleep: curl_multi_poll(multi, nil, 0, Self.longestSleep, nil)
            case .end: return
            }
        }
    }

    /// Milliseconds. libcurl wakes up by itself for its own timers, and the alarm does for orders.
    private static let longestSleep: Int32 = 600_000

    private func obey(_ order: Mailbox.Order) {
        switch order {
        case .start(let call, let answer): start(call, answer)
        case .cancel(let call): cancel(call)
        }
    }
}

extension TransferLoop {
    private func start(_ call: Call, _ answer: Call.Answer) {
        guard !call.isCancelled else { return answer.resume(returning: .failure(.cancelled)) }
        let easy = idle.popLast() ?? EasyHandle()
        do throws(HTTPFailure) {
            let transfer = try Transfer(of: call, on: easy, to: answer)
            transfers[ObjectIdentifier(call)] = transfer
            set(out: transfer)
        } catch {
            rest(easy)
            answer.resume(returning: .failure(error))
        }
    }

    private func cancel(_ call: Call) {
        guard let transfer = transfers[ObjectIdentifier(call)] else { return }
        curl_multi_remove_handle(multi, transfer.easy.raw)
        retire(transfer, with: .failure(.cancelled))
    }

    private func set(out transfer: Transfer) {
        let code = curl_multi_add_handle(multi, transfer.easy.raw)
        guard code != CURLM_OK else { return }
        retire(transfer, with: .failure(.unreachable(String(cString: curl_multi_strerror(code)))))
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

    private func finish(_ handle: UnsafeMutableRawPointer, with code: CURLcode) {
        guard let transfer = Transfer.running(on: handle) else { return }
        curl_multi_remove_handle(multi, handle)
        do throws(HTTPFailure) {
            if let response = try transfer.conclude(with: code) {
                retire(transfer, with: .success(response))
            } else {
                set(out: transfer)
            }
        } catch {
            retire(transfer, with: .failure(error))
        }
    }

    private func retire(_ transfer: Transfer, with outcome: Result<HTTPResponse, HTTPFailure>) {
        transfers[ObjectIdentifier(transfer.call)] = nil
        rest(transfer.easy)
        transfer.answer.resume(returning: outcome)
    }

    /// Keeps the handle for the next transfer, unless a burst has left enough of them.
    private func rest(_ easy: EasyHandle) {
        easy.reset()
        if idle.count < 256 { idle.append(easy) }
    }
}
