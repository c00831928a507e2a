public import ConversationRuntime
import Files
import Foundation
import MessageParts

/// Content to download: a file, or content that a message holds itself.
public struct Download: Sendable {
    enum Source: Sendable {
        case stored(StoredContent)
        case body(Data)
        case file(FlowFile)
    }

    public let id: String
    public let name: String
    public let kind: String
    /// The size in bytes.
    public let size: Int
    /// Identifies the version of the content.
    public let tag: String
    let sender: String?
    /// The conversation whose message holds the content itself; `nil` for files.
    let chat: String?
    let source: Source

    public init(_ kept: StoredContent) {
        id = kept.content.id
        name = kept.content.name
        kind = kept.content.kind
        size = kept.size
        tag = kept.checksum
        sender = kept.content.sender
        chat = nil
        source = .stored(kept)
    }

    init(_ item: MessageContents.Item, of message: ChatMessage) {
        id = item.id
        name = item.name
        kind = item.kind
        size = item.size
        sender = message.sender
        chat = message.conversation
        switch item.source {
        case .body(let bytes):
            tag = item.id
            source = .body(bytes)
        case .file(let file):
            tag = FileStamp(file.path)?.text ?? item.id
            source = .file(file)
        }
    }

    /// Reads a range of the content, one piece at a time.
    func read(_ range: Range<Int>, from store: any UploadStore, _ take: (Data) async throws -> Void) async throws {
        switch source {
        case .stored(let kept): try await store.read(kept, range, take)
        case .body(let bytes): try await take(Data(bytes.dropFirst(range.lowerBound).prefix(range.count)))
        case .file(let file): try await Self.read(file, range, take)
        }
    }

    private static func read(
        _ file: FlowFile, _ range: Range<Int>, _ take: (Data) async throws -> Void
    ) async throws {
        var pieces = try FilePieces(of: file.path, length: 64 * 1024, from: range.lowerBound)
        var missing = range.count
        while missing > 0 {
            // The file may have been replaced in the meantime by a shorter one.
            guard let piece = try pieces.next() else { throw ContentError.damaged }
            try await take(piece.prefix(missing))
            missing -= min(piece.count, missing)
        }
    }
}
