/// Sends HTTP requests: connections are kept and shared, and callers wait without holding a thread.
///
/// One thread drives libcurl for all requests of a client. It ends with `shutdown()`, or when the client is let go.
/// Environment variables that name a proxy are ignored; TLS is always verified.
public final class CurlClient: Sendable {
    private let mailbox = Mailbox()
    private let thread: LoopThread
    private let patience: Duration

    /// A client that has at most `connectionsPerHost` requests under way to one origin, over as many connections in
    /// HTTP/1.1 and one in HTTP/2; what exceeds them waits its turn, first come, first served.
    public convenience init(connectionsPerHost: Int = 64) {
        self.init(connectionsPerHost: connectionsPerHost, patience: .zero)
    }

    /// A client that waits for `patience` at least, however little time a request gives: where both sides share one busy machine, and
    /// a clock that is turned by hand would never get to the next attempt.
    package init(connectionsPerHost: Int = 64, patience: Duration) {
        precondition(connectionsPerHost > 0, "a client without connections could not send anything")
        self.patience = patience
        thread = TransferLoop.thread(serving: mailbox, connectionsPerHost: connectionsPerHost)
    }

    deinit {
        mailbox.close()
    }

    /// Sends `request` and waits for the whole answer.
    ///
    /// Cancelling the calling task ends the transfer at once.
    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.connectTimeout = max(request.connectTimeout, patience)
        request.timeout = max(request.timeout, patience)
        let call = try Call(request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { answer in
                let pending = PendingCall(call: call, answer: answer)
                if !mailbox.post(.start(pending)) { answer.resume(returning: .failure(.stopped)) }
            }
        } onCancel: {
            call.cancel()
            mailbox.post(.cancel(call))
        }
        return try outcome.get()
    }

    /// Gives `work` a client, and shuts it down when the work has ended or failed: a program that ends while the thread of a client
    /// still runs may crash, because libraries take down what that thread uses.
    public static func whileNeeded<Result>(
        isolation: isolated (any Actor)? = #isolation, _ work: (CurlClient) async throws -> Result
    ) async throws -> Result {
        let client = CurlClient()
        do {
            let result = try await work(client)
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// Finishes what is running, refuses what comes after, and returns when the thread has ended.
    public func shutdown() async {
        mailbox.close()
        await mailbox.waitForEnd()
        thread.join()
    }
}
