import Concurrency
import ConversationRuntime
import Synchronization

/// Grants one request at a time the right to write an upload: the newest request, because the connection of the
/// previous one may have broken unnoticed.
package final class UploadTurns: Sendable {
    private struct Entry {
        let file = UploadTurn.File()
        var users = 0
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Writes a file. The previous writer is refused from now on.
    package init() {}

    func writing<Result>(
        _ name: String, _ work: (UploadTurn) async throws -> Result
    ) async throws -> Result {
        let file = enter(name)
        defer { leave(name) }
        // If the file is being finished, wait; there is nothing left to write then.
        guard let turn = await file.finishing.withPermit({ file.next() }) else { throw CancellationError() }
        return try await work(turn)
    }

    /// Finishes or deletes a file. No other request writes or finishes it meanwhile.
    func finishing<Result: Sendable>(_ name: String, _ work: () async throws -> Result) async throws -> Result {
        let file = enter(name)
        defer { leave(name) }
        let result = try await file.finishing.withPermit {
            _ = file.next()
            return try await work()
        }
        guard let result else { throw CancellationError() }
        return result
    }

    private func enter(_ name: String) -> UploadTurn.File {
        entries.withLock { entries in
            entries[name, default: Entry()].users += 1
            return entries[name, default: Entry()].file
        }
    }

    private func leave(_ name: String) {
        entries.withLock { entries in
            entries[name]?.users -= 1
            if entries[name]?.users == 0 { entries[name] = nil }
        }
    }
}

/// The right to write a file, until another writer takes over.
struct UploadTurn: Sendable {
    final class File: Sendable {
        let finishing = AsyncSemaphore(permits: 1)
        fileprivate let current = Mutex(0)

        func next() -> UploadTurn {
            UploadTurn(
                file: self,
                number: current.withLock { current in
                    current += 1
                    return current
                })
        }
    }

    private let file: File
    private let number: Int

    fileprivate init(file: File, number: Int) {
        self.file = file
        self.number = number
    }

    /// Runs `work` so that no other writer can interleave.
    ///
    /// - Throws: `ContentError.superseded` when another writer has taken over, and what `work` throws.
    func taken(_ work: () throws -> Void) throws {
        try file.current.withLock { current in
            guard current == number else { throw ContentError.superseded }
            try work()
        }
    }
}
