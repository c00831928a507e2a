import CCurl
import Foundation
import Synchronization

/// Hands messages to a mail server. Mail is rare, so every message has a connection, and a thread, of its own.
public struct MailClient: Sendable {
    private let server: MailServer

    public init(_ server: MailServer) { self.server = server }

    /// Sends a message, and returns when the server has taken responsibility for it.
    ///
    /// - Parameters:
    ///   - sender: the address to which the server reports what cannot be delivered.
    ///   - message: the head and the body (RFC 5322), with CRLF at the end of every line.
    public func send(_ message: [UInt8], from sender: String, to recipients: [String]) async throws(MailFailure) {
        let thread = Mutex<LoopThread?>(nil)
        let server = server
        let failure = await withCheckedContinuation { (answer: CheckedContinuation<MailFailure?, Never>) in
            let running = LoopThread("mail-client") {
                answer.resume(returning: MailTransfer(message).run(over: server, from: sender, to: recipients))
            }
            thread.withLock { $0 = running }
        }
        // The thread has nothing left to do but to end.
        thread.withLock { $0 }?.join()
        if let failure { throw failure }
    }
}

/// One delivery, on a thread of its own.
private final class MailTransfer {
    private let message: [UInt8]
    private var position = 0
    private let easy = EasyHandle()

    init(_ message: [UInt8]) { self.message = message }

    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Returns why the message was not taken; `nil` when it was.
    func run(over server: MailServer, from sender: String, to recipients: [String]) -> MailFailure? {
        precondition(Self.isLibraryReady, "libcurl could not be initialised")
        do throws(HTTPFailure) {
            try prepare(server, sender, recipients)
        } catch {
            return .refused("\(error)")
        }
        let code = curl_easy_perform(easy.raw)
        guard code != CURLE_OK else { return nil }
        let status = easy.number(CURLINFO_RESPONSE_CODE)
        let reason = easy.reason(for: code) + (status > 0 ? " (\(status))" : "")
        return (500..<600).contains(status) ? .refused(reason) : .tryAgain(reason)
    }

    private func prepare(_ server: MailServer, _ sender: String, _ recipients: [String]) throws(HTTPFailure) {
        try easy.captureErrors()
        try easy.set(CURLOPT_URL, server.url)
        try easy.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        try easy.set(CURLOPT_PROXY, "")
        try easy.set(CURLOPT_NOSIGNAL, 1)
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, server.timeout.milliseconds)
        try easy.set(CURLOPT_TIMEOUT_MS, server.timeout.milliseconds)
        try easy.set(CURLOPT_USE_SSL, Int((server.allowsPlain ? CURLUSESSL_TRY : CURLUSESSL_ALL).rawValue))
        try easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        try easy.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let authorities = server.authorityFile {
            try easy.set(CURLOPT_CAINFO, authorities)
            try easy.set(CURLOPT_CAPATH, nil as String?)
        }
        if let login = server.login {
            try easy.set(CURLOPT_USERNAME, login.user)
            try easy.set(CURLOPT_PASSWORD, login.password)
        }
        try easy.set(CURLOPT_MAIL_FROM, "<\(sender)>")
        try easy.setRecipients(recipients)
        try easy.set(CURLOPT_UPLOAD, 1)
        try easy.set(CURLOPT_INFILESIZE_LARGE, size: Int64(message.count))
        try easy.set(CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        try easy.accept(
            ccurl_on_read(easy.raw) { buffer, size, count, context in
                guard let buffer, let context else { return Int(CURL_READFUNC_ABORT) }
                return Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
            })
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, message.count - position)
        buffer.copyBytes(from: message[position..<position + count])
        position += count
        return count
    }
}
