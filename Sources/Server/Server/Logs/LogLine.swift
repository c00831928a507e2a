import Expressions
import Foundation
import JSON
import Logging

/// The format of log lines (`log.format`).
public enum LogFormat: Sendable {
    case text, json
}

/// One log line.
struct LogLine {
    var time = Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000))
    var level: Logger.Level
    var message: String
    var module: String
    var metadata: Logger.Metadata = [:]
    var error: String?

    /// Returns the line with its line break. Nothing in it can control a terminal or look like another line.
    func text(in format: LogFormat, label: String) -> String {
        switch format {
        case .text: text(label: label)
        case .json: json
        }
    }

    /// The line as text: time, level, label, metadata, module and message.
    private func text(label: String) -> String {
        var words = [time.isoWithMilliseconds, "\(level.rawValue)\(label.isEmpty ? "" : " \(label)"):"]
        var metadata = metadata
        if let error { metadata["error"] = "\(error)" }
        words += metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return (words + ["[\(module)]", message]).joined(separator: " ").onOneLine + "\n"
    }

    /// The line as one JSON object; metadata never replaces the members that every line has.
    private var json: String {
        var line: JSONObject = [
            "time": .string(time.isoWithMilliseconds), "level": .string(level.rawValue), "message": .string(message),
            "module": .string(module),
        ]
        line.set("error", error.map { .string($0) })
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where line[key] == nil { line[key] = value.json }
        return JSONValue.object(line).text.withoutControls + "\n"
    }
}

extension LogLine {
    /// A line with all metadata of its logger; the event's own metadata takes precedence.
    init(_ event: LogEvent, _ metadata: Logger.Metadata, _ provider: Logger.MetadataProvider?, at time: Moment) {
        let provided = provider?.get() ?? [:]
        self.init(
            time: time, level: event.level, message: "\(event.message)", module: event.source,
            metadata: provided.merging(metadata) { $1 }.merging(event.metadata ?? [:]) { $1 },
            error: event.error.map { "\($0)" })
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
