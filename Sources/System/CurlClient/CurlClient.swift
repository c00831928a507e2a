/// An HTTP client: connections are kept alive and shared, and waiting callers do not block a thread.
///
/// One thread drives libcurl for all requests of a client. It ends with `shutdown()`, or when the client is
/// deallocated. Environment variables that name a proxy are ignored; TLS certificates are always verified.
public final class CurlClient: Sendable {
    private let mailbox = Mailbox()
    let thread: LoopThread
    private let patience: Duration

    /// Creates a client that runs at most `connectionsPerHost` requests to one origin at a time, over up to that many
    /// connections in HTTP/1.1 and one in HTTP/2; further requests wait in order of arrival.
    public convenience init(connectionsPerHost: Int = 64) {
        self.init(connectionsPerHost: connectionsPerHost, patience: .zero)
    }

    /// Creates a client whose timeouts are at least `patience`, however short a request's timeouts are: for tests in
    /// which both sides share one busy machine, and a clock advanced by hand would never reach the next attempt.
    package init(connectionsPerHost: Int = 64, patience: Duration) {
        precondition(connectionsPerHost > 0, "a client without connections could not send anything")
        self.patience = patience
        thread = TransferLoop.thread(serving: mailbox, connectionsPerHost: connectionsPerHost)
    }

    deinit {
        mailbox.close()
        // No request is in progress, because its caller would hold the client: the thread ends at once.
        thread.join()
    }

    /// Sends `request` and waits for the complete response.
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

    /// Passes a client to `work`, and shuts it down when `work` returns or throws: a program that exits while the
    /// thread of a client is still running may crash, because libraries free what that thread uses.
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

    /// Finishes the requests in progress, refuses new ones, and returns when the thread has ended.
    public func shutdown() async {
        mailbox.close()
        await mailbox.waitForEnd()
        thread.join()
    }
}
