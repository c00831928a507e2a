import Expressions
import Foundation
import JSON
public import Logging

/// Writes each log line as one JSON object: `time` (ISO 8601, UTC), `level`, `message`, `module`, and all metadata beside
/// them.
public struct JSONLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    private let now: @Sendable () -> Moment
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - now: the time.
    ///   - write: takes one line, with its end.
    init(now: @escaping @Sendable () -> Moment, write: @escaping @Sendable (String) -> Void) {
        self.now = now
        self.write = write
    }

    /// Writes to standard error.
    public static func standardError() -> JSONLogHandler {
        JSONLogHandler {
            Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000))
        } write: { line in
            FileHandle.standardError.write(Data(line.utf8))
        }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var line: JSONObject = [
            "time": .string(now().iso), "level": .string(event.level.rawValue), "message": .string("\(event.message)"),
            "module": .string(event.source),
        ]
        line.set("error", event.error.map { .string("\($0)") })
        let provided = metadataProvider?.get() ?? [:]
        let all = provided.merging(metadata) { $1 }.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) where line[key] == nil { line[key] = value.json }
        write(JSONValue.object(line).text.withoutControls + "\n")
    }
}

extension Logger.MetadataValue {
    fileprivate var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .stringConvertible(let value): .string("\(value)")
        case .array(let values): .array(values.map(\.json))
        case .dictionary(let values):
            .object(values.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = $1.value.json })
        }
    }
}
