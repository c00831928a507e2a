/// The state of a form that a customer fills in at the terminal.
struct FormWalk: Sendable {
    /// The answer on a page.
    struct Entry: Sendable {
        let page: String
        /// The values for the device: identifiers of items, or the typed text.
        let values: [String]
        /// The values as the customer sees them.
        let shown: [String]
    }

    let form: DeviceForm
    private(set) var entries: [Entry] = []
    /// The current page; `nil` at the summary.
    private(set) var page: DeviceForm.Page?

    init(_ form: DeviceForm) {
        self.form = form
    }

    /// Sets the next page; `nil` when the form is complete.
    mutating func go(to page: String?) { self.page = page.flatMap(form.page) }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// Removes the last answer. Returns whether there was one.
    mutating func back() -> Bool { entries.popLast() != nil }

}

extension FormWalk.Entry {
    /// Parses a typed line as the answer of a page; throws when it does not match.
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
