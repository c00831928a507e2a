import CurlClient
import Server
import Synchronization

/// Shows the progress of a large transfer on one line of standard error; nothing without a terminal.
final class TransferLine: Sendable {
    /// Smaller files are transferred too quickly to show.
    private static let smallest: Int64 = 1_000_000

    private let name: String
    private let isShown: Bool
    private let last = Mutex<Int64?>(nil)

    init(_ name: String) {
        self.name = name
        isShown = WritableStream.standardError.isTerminal
    }

    /// For `HTTPRequest.onProgress`: updates the line with each further percent.
    func move(_ progress: HTTPRequest.Progress) -> Bool {
        let isSending = (progress.sentTotal ?? 0) > 0
        let (done, total) =
            isSending ? (progress.sent, progress.sentTotal) : (progress.received, progress.receivedTotal)
        guard isShown, let total, total >= Self.smallest else { return true }
        let percent = done * 100 / total
        let isNew = last.withLock { last in
            defer { last = percent }
            return last != percent
        }
        if isNew { write("\r  \(name)  \(percent) %") }
        return true
    }

    /// Clears the line.
    func finish() {
        if last.withLock({ $0 }) != nil { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { Console.show(onErrorStream: text) }
}
