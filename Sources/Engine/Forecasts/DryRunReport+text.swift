extension DryRunReport {
    /// The human-readable report: the fates with their numbers, and for each the places of the customers and what they
    /// see.
    ///
    /// - Parameter paint: colours a text according to a outcome.
    public func text(_ paint: (String, Forecast.Outcome) -> String = { text, _ in text }) -> String {
        guard customers > 0 else {
            return ["No customer is waiting: nothing would change.", unreadableLine].joinedLines
        }
        let width = customers.grouped.count
        let counts = Forecast.Outcome.allCases.reversed().map { outcome in
            let number = count(of: outcome).grouped
            let line = String(repeating: " ", count: 2 + width - number.count) + number + "  " + outcome.words
            return count(of: outcome) > 0 ? paint(line, outcome) : line
        }
        let told = groups.map { $0.text(paint) }
        return ([counts.joined(separator: "\n")] + told + [unreadableLine].compactMap { $0 }).joined(separator: "\n\n")
    }

    private var unreadableLine: String? {
        unreadableExample.map { example in
            "\(unreadable.grouped) could not be read, also not by the current version; session \(example.session): \(example.reason)"
        }
    }
}

extension Forecast {
    /// One customer in a few lines.
    public func text(of customer: DryRunReport.Customer) -> String {
        var group = DryRunGroup(DryRunGroup.Key(outcome: outcome, place: place, newPlace: newPlace))
        group.add(self, customer)
        return "session \(customer.session), \(customer.id): " + group.text { text, _ in text }
    }
}

extension Forecast.Outcome {
    /// The outcome with the number of customers.
    fileprivate var words: String {
        switch self {
        case .stuck: "would be stuck"
        case .forgotten: "would expire: `expires` has become shorter"
        case .askedAgain: "are asked again from the beginning: their step is gone"
        case .changed: "keep their place, and something leads elsewhere than today"
        case .moved: "are moved by `was`"
        case .keeps: "keep their place"
        }
    }
}

extension DryRunGroup {
    func text(_ paint: (String, Forecast.Outcome) -> String) -> String {
        var lines = [paint(heading, key.outcome)]
        if let bubble = examples.first?.bubble, let line = bubble.line { lines.append("    \(line)") }
        let width = ways.map { $0.way.move.words.shortened.count }.max() ?? 0
        for (way, number) in ways {
            lines.append("    \(way.line(width))\(number < count ? "  (\(number.grouped))" : "")")
        }
        for (name, number) in forgets.inOrder {
            lines.append("    the answer `\(name)` counts as empty for \(number.grouped)")
        }
        for (lack, number) in lacks.inOrder { lines.append("    \(lack), of which \(number.grouped) were asked") }
        if key.outcome != .keeps || !forgets.isEmpty || !lacks.isEmpty { lines.append("    \(sessions)") }
        return lines.joined(separator: "\n")
    }

    private var heading: String {
        let place = "\(count.grouped) at \(key.place.words)\(key.place.waiting.words)"
        return switch key.outcome {
        case .stuck: "\(place) would be stuck"
        case .forgotten: "\(place) would expire"
        case .askedAgain: "\(place) are asked again from the beginning"
        case .changed: "\(place)\(newName) find something else"
        case .moved: "\(place)\(moved)"
        case .keeps: "\(place) keep their place"
        }
    }

    private var moved: String { key.newPlace.map { " go to \($0.words)" } ?? "" }

    private var newName: String { key.newPlace.flatMap { $0 == key.place ? nil : ", now \($0.words)," } ?? "" }

    private var sessions: String {
        let named = examples.map { "\($0.customer.session)" }.joined(separator: ", ")
        let rest = count - examples.count
        return (count == 1 ? "session " : "sessions ") + named + (rest > 0 ? " and \(rest.grouped) more" : "")
    }
}

extension Place.Waiting {
    fileprivate var words: String {
        switch self {
        case .answer, .nothing: ""
        case .call: ", while a call is in progress,"
        case .person: ", with a person,"
        case .reminder: ", whose reminder is pending,"
        }
    }
}

extension Bubble {
    /// The question on one line, with its offered answers.
    fileprivate var line: String? {
        text.map { text in
            let shown = offers.prefix(6).map { " [\($0.shortened)]" }.joined()
            return "“\(text.inOneLine.shortened)”\(offers.isEmpty ? "" : " ")\(shown)\(offers.count > 6 ? " …" : "")"
        }
    }
}

extension Route {
    fileprivate func line(_ width: Int) -> String {
        let words = move.words.inOneLine.shortened
        let padded = words + String(repeating: " ", count: max(0, width - words.count))
        return padded + (today.map { "  today \($0.words)," } ?? "") + "  then \(then.words)"
    }
}

extension Ending {
    fileprivate var words: String {
        switch self {
        case .place(let place, .usual): place.words
        case .place(let place, .failing): "\(place.words) by `if_failed`"
        case .place(let place, .startingOver): "\(place.words), from the beginning"
        case .ignored(let reason): "nothing: \(reason)"
        case .stuck(let reason): "stuck: \(reason)"
        }
    }
}

extension [String?] {
    fileprivate var joinedLines: String { compactMap { $0 }.joined(separator: "\n") }
}

extension String {
    fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// Shortened to fit on one line.
    fileprivate var shortened: String { count > 72 ? prefix(71) + "…" : self }
}

extension Int {
    /// With a comma as thousands separator.
    package var grouped: String {
        let digits = Array(String(self))
        return String(
            digits.enumerated().flatMap { place, digit in
                let left = digits.count - place
                return place > 0 && left % 3 == 0 && digits[place - 1] != "-" ? [",", digit] : [digit]
            })
    }
}
