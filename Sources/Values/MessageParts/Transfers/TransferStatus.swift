/// How far content that travels beside a message has come, for one of those who see the message.
public enum TransferStatus: String, Sendable, Hashable, CaseIterable, Comparable {
    /// It was announced, and nothing of it has arrived.
    case awaitingUpload = "awaiting-upload"
    case uploading
    /// It lies whole on the server, and nobody on this side has asked for it.
    case readyForDownload = "ready-for-download"
    case downloading
    /// It has arrived; for its sender, it lies whole on the server.
    case complete

    /// Whether its bytes are at hand on this side, so that they can be shown.
    public var hasBytes: Bool {
        switch self {
        case .awaitingUpload, .uploading, .complete: true
        case .readyForDownload, .downloading: false
        }
    }

    /// Of content that is still on its way to the server.
    public init(uploaded: Int) { self = uploaded == 0 ? .awaitingUpload : .uploading }

    /// Of content that lies whole on the server.
    ///
    /// - Parameter downloaded: bytes from its beginning that have arrived; `nil` when nobody has asked for it.
    public init(downloaded: Int?, of size: Int) {
        guard let downloaded else {
            self = .readyForDownload
            return
        }
        self = downloaded >= size ? .complete : .downloading
    }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (one: TransferStatus, other: TransferStatus) -> Bool { one.place < other.place }
}
