import Foundation
import JSON
import Synchronization

/// A file that the customer has chosen to send: encrypted, and already in the store.
struct OutgoingFile: Sendable {
    let name: String
    let mimeType: String
    let stored: StoredFile
    let key: FileKey
    let facts: FileFacts

    var shown: TranscriptFile {
        TranscriptFile(name: name, mimeType: mimeType, facts: facts, url: stored.url, key: key)
    }

    /// Returns the file as a message describes it, with the habits of the device. (Apple, MSP REST API, Incoming
    /// Messages.)
    func json(_ wire: WireHabits) -> JSONValue {
        var object: JSONObject = [
            "name": .string(name), "mimeType": .string(mimeType),
            "size": wire.size == .number ? .int(stored.size) : .string(String(stored.size)),
            "key": .string(key.wire(capitals: wire.key == .capitals)), "url": .string(stored.url),
            "owner": .string(stored.owner),
        ]
        stored.describeSignature(in: &object, wire)
        return .object(object)
    }
}

extension StoredFile {
    func describeSignature(in object: inout JSONObject, _ wire: WireHabits) {
        if wire.signature != .base64 { object["signature"] = .string(Hexadecimal.text(signature)) }
        if wire.signature != .hexadecimal {
            object["signature-base64"] = .string(Data(signature).base64EncodedString())
        }
    }
}

/// The files attached to the customer's draft, which are sent with the next message.
final class Draft: Sendable {
    /// The maximum number of files in one message.
    static let limit = 20

    private let files = Mutex<[OutgoingFile]>([])

    var held: [OutgoingFile] { files.withLock { $0 } }

    func add(_ file: OutgoingFile) throws(SimulatorRefusal) {
        let fits = files.withLock { files in
            guard files.count < Self.limit else { return false }
            files.append(file)
            return true
        }
        guard fits else { throw .conflict("\(Self.limit) files go with one message; send those that are held first") }
    }

    /// Removes and returns all files.
    func take() -> [OutgoingFile] {
        files.withLock { files in
            defer { files = [] }
            return files
        }
    }
}
