public import Expressions
import JSON
public import MessageModel

/// Times to choose from: a type of Usher's own, since the standard types have none.
public struct TimesContent: MessageContent {
    /// The name of the type: `times`.
    public static let type = "times"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.usher.times+json"]
    /// The state name under which the chosen time is stored.
    public static let responseName = "selection"

    /// The question.
    public var label: String
    /// A second line.
    public var note: String?
    /// The title of the calendar event.
    public var title: String?
    /// The location of the calendar event.
    public var place: MessagePlace?
    /// The offset from UTC, in minutes, in which times are shown; `nil` uses the reader's clock.
    public var offset: Int?
    /// The address of a picture.
    public var imageURL: String?
    /// The times, in order.
    public var slots: [TimesMessage.Slot]

    /// A question with times.
    public init(_ slots: [TimesMessage.Slot], label: String) {
        self.slots = slots
        self.label = label
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The question.
    public var summary: String { label }
    /// The title of the calendar event and the name of its location.
    public var metadata: MessageMetadata { MessageMetadata(title: title, description: place?.name) }
    /// The sentence that the sender asks the question.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.asking(sender, label)
    }
}

struct TimesSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> TimesContent {
        let slots = reader.list("slots").compactMap(TimesMessage.Slot.init(wire:))
        var times = TimesContent(slots, label: reader.text("label") ?? "")
        times.note = reader.text("note").nonEmpty
        times.title = reader.text("title").nonEmpty
        times.place = reader.any("place").flatMap { try? MessagePlace(json: $0) }
        times.offset = reader.whole("timezone_offset").flatMap { TimesMessage.offsets.contains($0) ? $0 : nil }
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
    /// `start` in ISO 8601, `duration` in seconds.
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
        [content.label] + content.slots.map { "• \(content.words(for: $0, showing.wording))" }
    }

    func html(of content: TimesContent, _ showing: Showing) -> HTML {
        let chosen = showing.message.responses.identities(with: TimesContent.responseName)
            .flatMap { showing.message.responses.values(of: TimesContent.responseName, by: $0) }.compactMap(\.string)
        var heading: String?
        let slots = content.slots.reduce(into: HTML()) { html, slot in
            let (written, time) = content.dayAndTime(of: slot, showing.wording)
            // With the reader's own clock, only the page knows the day.
            let day = content.offset == nil ? nil : written
            if day != heading { html.append(.paragraph(day, class: "section")) }
            heading = day
            html.append(button(slot, day == nil ? content.words(for: slot, showing.wording) : time, content, chosen))
        }
        let picture = content.imageURL.map { HTML.image($0, alt: "") } ?? HTML()
        let group = HTML.element(
            "div",
            [
                "class": "choices", "data-name": TimesContent.responseName, "data-state": StateType.firstWins.rawValue,
            ], slots)
        let legend = HTML.element("legend", [:], .lines(content.label))
        return picture + .element("fieldset", [:], legend, .paragraph(content.note, class: "note"), group)
    }

    private func button(
        _ slot: TimesMessage.Slot, _ words: String, _ content: TimesContent, _ chosen: [String]
    ) -> HTML {
        let time = HTML.element(
            "time", ["datetime": slot.start.iso, "data-local": content.offset == nil ? "yes" : nil], HTML(words))
        return .element(
            "button",
            [
                "type": "button", "class": "choice", "data-choice": slot.id,
                "aria-pressed": chosen.contains(slot.id) ? "true" : "false",
                "disabled": chosen.isEmpty ? nil : "disabled",
            ], time)
    }
}

extension TimesContent {
    /// A time in the reader's language, in the time zone in which the message is shown.
    public func words(for slot: TimesMessage.Slot, _ wording: Wording) -> String {
        let (day, time) = dayAndTime(of: slot, wording)
        return "\(day), \(time)"
    }

    func dayAndTime(of slot: TimesMessage.Slot, _ wording: Wording) -> (day: String, time: String) {
        let shift = TimeLength.minutes(offset ?? 0)
        let shown = Value.time(TimeSlot(start: slot.start + shift, duration: slot.duration))
        let clock = offset == nil ? wording : Wording(language: wording.language, zone: .utc)
        return ("\(clock.text(shown, as: .day)), \(clock.text(shown, as: .date))", clock.text(shown, as: .time))
    }
}
