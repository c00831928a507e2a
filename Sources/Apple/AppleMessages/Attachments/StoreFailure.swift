import CurlClient
import Files

/// The reason why a file could not be uploaded to Apple's store or downloaded from it.
public enum StoreFailure: Error, Sendable, Equatable {
    /// Apple no longer has the file, or never had it.
    case expired
    /// The file exceeds the size limit in bytes.
    case tooLarge(limit: Int)
    /// Fewer bytes arrived than the message announces.
    case truncated(expected: Int, got: Int)
    /// The checksum differs, and the file does not begin with a signature of its type.
    case damaged
    /// The key is malformed, or does not decrypt the bytes.
    case wrongKey
    /// Apple responded with this status.
    case refused(status: Int)
    /// There was no response, or an unreadable one.
    case unreachable(String)
    /// The response contains an unusable value, such as an address without encryption.
    case unusable(String)
    /// The local disk failed.
    case disk(String)
    /// There is not enough space for the file.
    case noRoom(String)

    /// Whether a later retry may succeed.
    public var mayPass: Bool {
        switch self {
        case .expired, .tooLarge, .wrongKey, .unusable, .noRoom: false
        // Bytes can be lost in transit.
        case .truncated, .damaged, .unreachable, .disk: true
        case .refused(let status): [408, 425, 429].contains(status) || status >= 500
        }
    }

    init(_ failure: HTTPFailure) {
        switch failure {
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .badRequest, .refusedAddress, .badRedirect, .untrusted: self = .unusable("\(failure)")
        case .notSaved: self = .disk("\(failure)")
        case .unreachable, .interrupted, .timedOut, .cancelled, .stopped: self = .unreachable("\(failure)")
        }
    }

    init(_ error: FileError) { self = .disk("\(error)") }
}

extension StoreFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .expired: "Apple's store no longer has the file"
        case .tooLarge(let limit): "the file has more than \(limit) bytes"
        case .truncated(let expected, let got): "the file has \(got) bytes where \(expected) were announced"
        case .damaged: "the file is damaged: its checksum and its first bytes are wrong"
        case .wrongKey: "the key does not decrypt the file"
        case .refused(let status): "Apple's store responded \(status)"
        case .unreachable(let reason): "Apple's store did not respond: \(reason)"
        case .unusable(let reason): "unusable response of Apple's store: \(reason)"
        case .disk(let reason): "the file could not be stored: \(reason)"
        case .noRoom(let reason): "no space for the file: \(reason)"
        }
    }
}
