import Expressions
import FlowModel

/// A regular destination of a step, with the answers or conditions that lead there.
struct StepRoute {
    var labels: [String]
    /// What leads there: ids of branches, `then`, `reminder`.
    var ids: [String]
    let destination: Destination

    static let then = "then"

    init(_ labels: [String] = [], _ ids: [String] = [then], to destination: Destination) {
        self.labels = labels
        self.ids = ids
        self.destination = destination
    }

    fileprivate init(_ label: String, _ way: StepWay, to destination: Destination) {
        self.init([label], [way.id], to: destination)
    }
}

extension Step {
    /// The regular destinations of the step, each with its answers or conditions, in the order written.
    var ways: [StepRoute] {
        switch thing {
        case .go(let destination): [StepRoute(to: destination)]
        case .ask(let question): question.ways
        case .decide(let lines, let otherwise):
            grouped(
                lines.enumerated().map { StepRoute($1.condition.words, .line($0), to: $1.destination) }
                    + [StepRoute("otherwise", .otherwise, to: otherwise)])
        case .call(let call): [StepRoute(to: call.then)]
        case .run(let run): [StepRoute(to: run.then)]
        case .handOver(let handOver): [StepRoute(["given back"], to: handOver.then)]
        case .remind(let reminder):
            [StepRoute(to: reminder.then), StepRoute([reminder.when.words], ["reminder"], to: reminder.go)]
        }
    }
}

extension Question {
    fileprivate var ways: [StepRoute] {
        switch kind {
        case .choice(let choice) where choice.several:
            let label = "some of: " + choice.items.map(\.words).joined(separator: ", ")
            return then.map { [StepRoute([label], choice.items.indices.map { StepWay.answer($0).id }, to: $0)] } ?? []
        case .choice(let choice):
            return grouped(
                choice.items.enumerated().compactMap { index, item in
                    (item.then ?? then).map { StepRoute(item.words, .answer(index), to: $0) }
                })
        case .times(let times):
            return answers("a time")
                + times.beside.enumerated().map { index, answer in
                    StepRoute(answer.label.words, .answer(index), to: answer.then)
                }
        case .number: return answers("a number")
        case .money: return answers("an amount")
        case .date: return answers("a date")
        case .signIn: return answers("signed in")
        case .pay: return answers("paid")
        case .app: return answers("an answer of the app")
        case .photo(let photo): return answers(photo.atMost > 1 ? "photos" : "a photo")
        case .form: return answers("the form")
        case .file: return answers("a file")
        case .place(let place): return answers(place.isAddress ? "an address" : "a place")
        case .text(let text): return answers(text.kind.words)
        }
    }

    /// All answers lead to the question's own destination.
    private func answers(_ label: String) -> [StepRoute] { then.map { [StepRoute([label], to: $0)] } ?? [] }
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
private func grouped(_ ways: [StepRoute]) -> [StepRoute] {
    var groups: [StepRoute] = []
    for way in ways {
        if let last = groups.indices.last, groups[last].destination == way.destination {
            groups[last].labels += way.labels
            groups[last].ids += way.ids
        } else {
            groups.append(way)
        }
    }
    return groups
}
