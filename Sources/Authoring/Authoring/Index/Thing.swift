/// Something in a project that has a name.
enum Thing: Hashable, Sendable {
    case flow(String)
    case step(String, flow: String)
    case page(String, step: String, flow: String)
    /// A name that holds a value in a flow: an answer, a set value, an input.
    case name(String, flow: String)
    /// The variable of an `each`, by the byte at which it is declared.
    case variable(String, file: String, start: Int)
    /// A result of a flow: a key of its `gives`.
    case result(String, flow: String)
    /// Something that is kept of customers.
    case fact(String)
    case queue(String)
    case week(String)
    case action(String)
    case input(String, action: String)
    case output(String, action: String)
    case provider(String)
    case merchant(String)
    case app(String)
    case customCard(String)
    case record(String)
    /// A table of rows that flows keep.
    case table(String)
    /// An event from outside.
    case event(String)
    /// `customer`, `now` and their like.
    case builtIn(String)
    /// A text of a translation, by the flow that is translated.
    case text(String, flow: String)

    /// The name itself.
    var name: String {
        switch self {
        case .flow(let name), .step(let name, _), .page(let name, _, _), .name(let name, _), .variable(let name, _, _),
            .result(let name, _), .fact(let name), .queue(let name), .week(let name), .action(let name),
            .input(let name, _), .output(let name, _), .provider(let name), .merchant(let name), .app(let name),
            .customCard(let name), .record(let name), .table(let name), .event(let name), .builtIn(let name),
            .text(let name, _):
            name
        }
    }

    /// The same with another name.
    func called(_ name: String) -> Thing {
        switch self {
        case .flow: .flow(name)
        case .step(_, let flow): .step(name, flow: flow)
        case .page(_, let step, let flow): .page(name, step: step, flow: flow)
        case .name(_, let flow): .name(name, flow: flow)
        case .variable(_, let file, let start): .variable(name, file: file, start: start)
        case .result(_, let flow): .result(name, flow: flow)
        case .fact: .fact(name)
        case .queue: .queue(name)
        case .week: .week(name)
        case .action: .action(name)
        case .input(_, let action): .input(name, action: action)
        case .output(_, let action): .output(name, action: action)
        case .provider: .provider(name)
        case .merchant: .merchant(name)
        case .app: .app(name)
        case .customCard: .customCard(name)
        case .record: .record(name)
        case .table: .table(name)
        case .event: .event(name)
        case .builtIn: .builtIn(name)
        case .text(_, let flow): .text(name, flow: flow)
        }
    }

    /// What it is, with an article: `a step`.
    var kind: String {
        switch self {
        case .flow: "a flow"
        case .step: "a step"
        case .page: "a page"
        case .name: "a name"
        case .variable: "a variable"
        case .result: "a result"
        case .fact: "a fact about customers"
        case .queue: "a queue"
        case .week: "a week of hours"
        case .action: "an action"
        case .input: "an input"
        case .output: "a result of an action"
        case .provider: "a sign-in provider"
        case .merchant: "a merchant"
        case .app: "an app"
        case .customCard: "a card"
        case .record: "a record"
        case .table: "a table"
        case .event: "an event"
        case .builtIn: "a name of the language"
        case .text: "a text"
        }
    }
}
