import CurlClient
import Files

/// Why a file did not get into Apple's store or out of it.
public enum StoreFailure: Error, Sendable, Equatable {
    /// Apple keeps it no longer, or never had it.
    case expired
    /// It has more bytes than are taken.
    case tooLarge(limit: Int)
    /// Fewer bytes came than the message says.
    case truncated(expected: Int, got: Int)
    /// The checksum differs, and the file does not begin as files of its type do.
    case damaged
    /// The key is none, or makes no sense of the bytes.
    case wrongKey
    /// Apple answered with this status.
    case refused(status: Int)
    /// There was no answer, or none that can be read.
    case unreachable(String)
    /// What the other side said cannot be used, such as an address that is not encrypted.
    case unusable(String)
    /// Our own disk did not do its part.
    case disk(String)
    /// We have no room for it.
    case noRoom(String)

    /// Whether trying again later may help.
    public var mayPass: Bool {
        switch self {
        case .expired, .tooLarge, .wrongKey, .unusable, .noRoom: false
        // Bytes can be lost on the way.
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
        case .wrongKey: "the key does not open the file"
        case .refused(let status): "Apple's store answered \(status)"
        case .unreachable(let reason): "Apple's store did not answer: \(reason)"
        case .unusable(let reason): "Apple's store cannot be used so: \(reason)"
        case .disk(let reason): "the file could not be kept: \(reason)"
        case .noRoom(let reason): "there is no room for the file: \(reason)"
        }
    }
}
