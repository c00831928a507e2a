import AppleMessages
import ConversationRuntime
import Files

/// The files that people send from the desk, as they were stored.
struct StoredFilesOfPeople: StoredFileSource {
    let content: any ContentStore

    func write(_ id: String, to path: String) async throws -> Bool {
        guard let stored = try await content.content(id) else { return false }
        var file = try NewFile(path)
        try await content.read(stored) { try file.write($0) }
        try file.keep()
        return true
    }
}
