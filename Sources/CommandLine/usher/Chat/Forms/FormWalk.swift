/// A customer on the way through a form in the terminal.
struct FormWalk: Sendable {
    /// What was given on a page.
    struct Entry: Sendable {
        let page: String
        /// As the device is told: identifiers of items, or what was typed.
        let values: [String]
        /// As the customer saw it.
        let shown: [String]
    }

    let form: DeviceForm
    private(set) var entries: [Entry] = []
    /// The page that waits; `nil` at the summary.
    private(set) var page: DeviceForm.Page?

    init(_ form: DeviceForm) {
        self.form = form
    }

    /// The device shows this page next; `nil` when all is filled in.
    mutating func go(to page: String?) { self.page = page.flatMap(form.page) }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// One page back. Returns whether there was one.
    mutating func back() -> Bool { entries.popLast() != nil }

}

extension FormWalk.Entry {
    /// What a typed line means to a page, or why it means nothing.
    init(_ line: String, on page: DeviceForm.Page) throws(ChatFailure) {
        switch page.kind {
        case .choices(let choices, let several, let preset):
            let chosen = try Self.choices(line, choices, several, preset)
            self.init(page: page.name, values: chosen.map(\.id), shown: chosen.map(\.title))
        case .day(_, let start):
            self.init(page: page.name, values: [line], shown: [line.isEmpty ? start ?? "today" : line])
        case .words:
            self.init(page: page.name, values: [line], shown: [line])
        }
    }

    private static func choices(
        _ line: String, _ choices: [DeviceMessage.Choice], _ several: Bool, _ preset: Int?
    ) throws(ChatFailure) -> [DeviceMessage.Choice] {
        if line.isEmpty, let preset, choices.indices.contains(preset) { return [choices[preset]] }
        let parts =
            several && ChatAnswer.choice(line, choices) == nil ? line.split(separator: ",").map(String.init) : [line]
        let chosen = parts.compactMap { ChatAnswer.choice($0, choices) }
        guard !chosen.isEmpty, chosen.count == parts.count else {
            throw ChatFailure("choose by number or label\(several ? ", several with commas" : "")")
        }
        return chosen
    }
}
