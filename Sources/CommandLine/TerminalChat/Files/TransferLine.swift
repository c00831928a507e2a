import CurlClient
import Synchronization

/// Shows the progress of a large transfer on one line of standard error; nothing without a terminal.
final class TransferLine: Sendable {
    /// Smaller files are transferred too quickly to show.
    private static let smallest: Int64 = 1_000_000

    private let name: String
    private let terminal: any ChatTerminal
    private let last = Mutex<Int64?>(nil)

    init(_ name: String, on terminal: any ChatTerminal) {
        self.name = name
        self.terminal = terminal
    }

    /// For `HTTPRequest.onProgress`: updates the line with each further percent.
    func move(_ progress: HTTPRequest.Progress) -> Bool {
        let isSending = (progress.sentTotal ?? 0) > 0
        let (done, total) =
            isSending ? (progress.sent, progress.sentTotal) : (progress.received, progress.receivedTotal)
        guard terminal.showsProgress, let total, total >= Self.smallest else { return true }
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

    private func write(_ text: String) { terminal.show(progress: text) }
}
