import AppleMessages
import Channels
import ConversationRuntime
import Expressions
import Files
import Foundation
import Hummingbird
import JSON

/// `POST /admin/api/handovers/{id}/files?name=…`, and the same in the desk: stores a file, so that it can be sent to the
/// customer. The body is the file.
struct AgentFileRoute: Sendable {
    let requests: DeskRequests
    let stores: Stores
    let largest: Int
    let kept: TimeLength
    let clock: any WallClock
    let gate: OperatorGate

    /// In characters.
    private static let longestName = 200

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.uploadFile, to: router) { request, context, act in
            try await requests.answering(context, act) { session in
                let stored = try await keep(request, for: try requests.handover(session))
                act.add { $0.add("file", stored.content.id) }
                return .json([
                    "id": .string(stored.content.id), "name": .string(stored.content.name),
                    "kind": .string(stored.content.kind), "size": .int(stored.size),
                    "expires_at": .string(stored.content.expiresAt.iso),
                ])
            }
        }
    }

    private func keep(_ request: Request, for handover: SessionSummary) async throws -> StoredContent {
        try request.refuseParameters(but: ["name"])
        guard let name = request.uri.queryParameters["name"].map(String.init), name.count <= Self.longestName,
            !name.allSatisfy(\.isWhitespace), !name.contains(where: { $0 == "/" || $0.isNewline })
        else {
            throw DeskRequests.Refused(
                "`name` must be the name of the file: 1 to \(Self.longestName) characters without a slash")
        }
        let place = handover.conversation
        let path = "\(stores.content.workFolder)/\(UUID().uuidString.lowercased())"
        // What was kept has left this place.
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            try await stores.content.checkRoom(for: 0, largest: largest, in: place)
            guard try await write(request, to: path) > 0 else { throw DeskRequests.Refused("the file is empty") }
            let now = clock.now
            return try await stores.content.keep(
                NewContent(
                    id: UUID().uuidString.lowercased(), conversation: place, name: name,
                    kind: FileKinds.kind(of: name), storedAt: now, expiresAt: now + kept,
                    chat: try await stores.chats.chatConversation(of: place)?.id, sender: ChatCustomer.bot),
                from: path)
        } catch let error as ContentError {
            if case .disk = error { throw error }
            throw DeskRequests.Refused("\(error)", .conflict)
        }
    }

    /// Writes the body to the disk, piece by piece. Returns its size.
    private func write(_ request: Request, to path: String) async throws -> Int {
        var file = try NewFile(path)
        var pieces = request.body.makeAsyncIterator()
        while let piece = try await Self.next(of: &pieces) {
            guard file.size + piece.readableBytes <= largest else {
                throw DeskRequests.Refused("files have at most \(largest) bytes (`content.max_size`)", .contentTooLarge)
            }
            try file.write(Data(piece.readableBytesView))
        }
        let size = file.size
        try file.keep()
        return size
    }

    private static func next(of pieces: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do { return try await pieces.next() } catch { throw DeskRequests.Refused(BodyProblem.lost(error).reason) }
    }
}
