public import AppleMessages
import Channels
import FlowModel
import JSON
import Logging
public import MessageModel
import Simulation
import Synchronization

/// Writes messages as they would go to Apple: by the encoders of the gateway, with what they leave out.
struct PayloadWriter: Sendable {
    let apps: [MessageApp]
    let pictures: any PictureSource

    /// `{"payload": [body…], "bytes": n, "remarks": […]}`. Private data is not in it; the bytes of pictures are only
    /// counted.
    func object(of message: PlayedMessage) async -> JSONObject {
        let remarks = Remarks()
        let services = UnopenedServices()
        let writer = AppleWriter(
            pictures: pictures, apps: apps, signIns: services, payments: services, language: message.language,
            logger: remarks.logger)
        var bodies: [JSONValue] = []
        do throws(DeliveryFailure) {
            bodies = try await writer.bodies(of: message.shown)
        } catch {
            remarks.add(error.description)
        }
        if let remark = UnopenedServices.remark(about: message.shown) { remarks.add(remark) }
        return [
            "payload": .array(bodies.map(\.withoutPictures)), "bytes": .int(bodies.reduce(0) { $0 + $1.bytes.count }),
            "remarks": .array(remarks.all.map { .string($0) }),
        ]
    }
}

/// A source without pictures.
public struct NoPictures: PictureSource {
    /// Makes the source.
    public init() {}

    /// Returns `nil`: there are no pictures.
    public func bytes(of picture: Picture) async -> [UInt8]? { nil }
}

/// What the encoders report, such as shortened texts and pictures that are left out.
private final class Remarks: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) {
        texts.withLock { texts in if !texts.contains(text) { texts.append(text) } }
    }

    var logger: Logger {
        var logger = Logger(label: "payload") { _ in Handler(remarks: self) }
        logger.logLevel = .notice
        return logger
    }

    private struct Handler: LogHandler {
        let remarks: Remarks
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let words = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            remarks.add(words.isEmpty ? "\(event.message)" : "\(event.message) (\(words))")
        }
    }
}

extension JSONValue {
    /// The body with the length of its pictures in place of their bytes, which are long texts.
    fileprivate var withoutPictures: JSONValue {
        guard case .object(var body) = self, case .object(var interactive)? = body["interactiveData"],
            case .object(var data)? = interactive["data"], let images = data["images"]?.array
        else { return self }
        data["images"] = .array(
            images.map { image in
                guard case .object(var object) = image, let text = object["data"]?.string else { return image }
                object["data"] = .string("(\(text.utf8.count) characters of base64)")
                return .object(object)
            })
        interactive["data"] = .object(data)
        body["interactiveData"] = .object(interactive)
        return .object(body)
    }
}
