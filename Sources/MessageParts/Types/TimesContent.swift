public import Expressions
import JSON
public import MessageModel

/// Times to choose from: a type of our own, since other messages of parts have none.
public struct TimesContent: MessageContent {
    public static let type = "times"
    public static let mimeTypes = ["application/vnd.usher.times+json"]

    /// The question.
    public var label: String
    public var note: String?
    /// The name of the calendar event.
    public var title: String?
    public var place: MessagePlace?
    /// Minutes from UTC in which times are shown; `nil` shows them by the reader's clock.
    public var offset: Int?
    public var imageURL: String?
    public var slots: [TimesMessage.Slot]

    public init(_ slots: [TimesMessage.Slot], label: String) {
        self.slots = slots
        self.label = label
    }

    public var summary: String { label }
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: place?.name) }
    public var notice: String? { "asks you: \(summary)" }
}

struct TimesSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> TimesContent {
        let slots = reader.list("slots").compactMap(TimesMessage.Slot.init(wire:))
        var times = TimesContent(slots, label: reader.text("label") ?? "")
        times.note = reader.text("note").nonEmpty
        times.title = reader.text("title").nonEmpty
        times.place = reader.any("place").flatMap { try? MessagePlace(json: $0) }
        times.offset = reader.whole("timezone_offset").flatMap { abs($0) < 24 * 60 ? $0 : nil }
        times.imageURL = reader.text("image_url").nonEmpty
        return times
    }

    func write(_ content: TimesContent, to writer: inout PartWriter) {
        writer.set("label", content.label)
        writer.set("note", content.note)
        writer.set("title", content.title)
        if let place = content.place { writer.set("place", any: place.json) }
        writer.set("timezone_offset", content.offset)
        writer.set("image_url", content.imageURL)
        writer.set("slots", content.slots.map(\.wire))
    }
}

extension TimesMessage.Slot {
    /// `start` as ISO 8601, `duration` in seconds.
    fileprivate init?(wire: JSONValue) {
        guard let start = wire["start"]?.string.flatMap({ Moment(iso: $0) }) else { return nil }
        let seconds = wire["duration"]?.int ?? 0
        let length = (0...366 * 86_400).contains(seconds) ? seconds : 0
        self.init(id: wire["id"]?.string ?? start.iso, start: start, duration: .seconds(length))
    }

    fileprivate var wire: JSONValue {
        ["id": .string(id), "start": .string(start.iso), "duration": .int(duration.seconds)]
    }
}

struct TimesPresenter: ContentPresenter {
    func lines(of content: TimesContent, _ showing: Showing) -> [String] {
        [content.label] + content.slots.map { "• \(words($0, content, showing.wording))" }
    }

    func html(of content: TimesContent, _ showing: Showing) -> HTML {
        let slots = content.slots.map { slot in
            HTML.element(
                "button", ["type": "button", "data-choice": slot.id],
                .element("time", ["datetime": slot.start.iso], HTML(words(slot, content, showing.wording))))
        }
        return .element("fieldset", [:], [.element("legend", ["dir": "auto"], .lines(content.label))] + slots)
    }

    private func words(_ slot: TimesMessage.Slot, _ content: TimesContent, _ wording: Wording) -> String {
        content.words(for: slot, wording)
    }
}

extension TimesContent {
    /// A time in the reader's language, by the clock that the message is shown in.
    public func words(for slot: TimesMessage.Slot, _ wording: Wording) -> String {
        let shift = offset.map { $0 * 60 } ?? 0
        let shown = Value.time(TimeSlot(start: Moment(seconds: slot.start.seconds + shift), duration: slot.duration))
        let clock = offset == nil ? wording : Wording(language: wording.language, zone: .utc)
        return "\(clock.text(shown, as: .day)), \(clock.text(shown, as: .date)), \(clock.text(shown, as: .time))"
    }
}
