import Expressions
import FlowModel

extension Step {
    /// The regular destinations of the step, each with its answers or conditions, in the order written.
    var ways: [(labels: [String], destination: Destination)] {
        switch thing {
        case .go(let destination): [([], destination)]
        case .ask(let question): question.ways
        case .decide(let lines, let otherwise):
            grouped(lines.map { ($0.condition.words, $0.destination) } + [("otherwise", otherwise)])
        case .call(let call): [([], call.then)]
        case .run(let run): [([], run.then)]
        case .handOver(let handOver): [(["given back"], handOver.then)]
        case .remind(let reminder): [([], reminder.then), ([reminder.when.words], reminder.go)]
        }
    }
}

extension Question {
    fileprivate var ways: [(labels: [String], destination: Destination)] {
        switch kind {
        case .choice(let choice) where choice.several:
            return then.map { [(["some of: " + choice.items.map(\.words).joined(separator: ", ")], $0)] } ?? []
        case .choice(let choice):
            return grouped(choice.items.compactMap { item in (item.then ?? then).map { (item.words, $0) } })
        case .times(let times):
            var ways: [(labels: [String], destination: Destination)] = then.map { [(["a time"], $0)] } ?? []
            ways += times.beside.map { (labels: [$0.label.words], destination: $0.then) }
            return ways
        case .number: return then.map { [(["a number"], $0)] } ?? []
        case .money: return then.map { [(["an amount"], $0)] } ?? []
        case .date: return then.map { [(["a date"], $0)] } ?? []
        case .signIn: return then.map { [(["signed in"], $0)] } ?? []
        case .pay: return then.map { [(["paid"], $0)] } ?? []
        case .app: return then.map { [(["an answer of the app"], $0)] } ?? []
        case .photo(let photo): return then.map { [([photo.atMost > 1 ? "photos" : "a photo"], $0)] } ?? []
        case .form: return then.map { [(["the form"], $0)] } ?? []
        case .file: return then.map { [(["a file"], $0)] } ?? []
        case .place(let place): return then.map { [([place.isAddress ? "an address" : "a place"], $0)] } ?? []
        case .text(let text): return then.map { [([text.kind.words], $0)] } ?? []
        }
    }
}

extension Reminder.When {
    /// When the reminder is due, as flows write it.
    var words: String {
        switch self {
        case .after(let length): "in \(length.words)"
        case .before(.zero, let name): "at {\(name.text)}"
        case .before(let length, let name): "\(length.words) before {\(name.text)}"
        }
    }
}

extension TimeLength {
    fileprivate var words: String {
        let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
        let (size, unit) = units.first { seconds % $0.0 == 0 } ?? (1, "second")
        return "\(seconds / size) \(unit)\(seconds == size ? "" : "s")"
    }
}

extension ChoiceQuestion.Item {
    fileprivate var words: String { each.map { "\(label.words) (each of \($0.list.text))" } ?? label.words }
}

extension TextQuestion.Kind {
    fileprivate var words: String {
        switch self {
        case .oneLine, .severalLines: "a text"
        case .name, .email, .phone, .webAddress, .postcode, .city, .street, .code: rawValue
        }
    }
}

/// Adjacent entries with the same destination become one edge.
private func grouped(_ ways: [(String, Destination)]) -> [(labels: [String], destination: Destination)] {
    var groups: [(labels: [String], destination: Destination)] = []
    for (label, destination) in ways {
        if let last = groups.indices.last, groups[last].destination == destination {
            groups[last].labels.append(label)
        } else {
            groups.append(([label], destination))
        }
    }
    return groups
}
