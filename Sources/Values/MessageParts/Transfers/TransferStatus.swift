/// The status of external content of a message, for one participant.
public enum TransferStatus: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The content has been announced; no bytes have arrived.
    case awaitingUpload = "awaiting-upload"
    /// The sender is uploading the content.
    case uploading
    /// The server has all of the content; it has not been requested on this side.
    case readyForDownload = "ready-for-download"
    /// The content is being downloaded.
    case downloading
    /// The content has arrived; for its sender, the server has all of it.
    case complete

    /// Whether the bytes are available on this side, so that the content can be shown.
    public var hasBytes: Bool {
        switch self {
        case .awaitingUpload, .uploading, .complete: true
        case .readyForDownload, .downloading: false
        }
    }

    /// The status of content that is being uploaded.
    public init(uploaded: Int) { self = uploaded == 0 ? .awaitingUpload : .uploading }

    /// The status of content that the server has completely.
    ///
    /// - Parameter downloaded: the number of bytes from its beginning that have arrived; `nil` when it has not been
    ///   requested.
    public init(downloaded: Int?, of size: Int) {
        guard let downloaded else {
            self = .readyForDownload
            return
        }
        self = downloaded >= size ? .complete : .downloading
    }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether `one` is an earlier status than `other`.
    public static func < (one: TransferStatus, other: TransferStatus) -> Bool { one.place < other.place }
}
