public import Expressions

/// A checked conversation: its steps and their transitions.
public struct Flow: Sendable {
    public var name: String
    /// The index of its first step.
    public var start: Int
    public var steps: [Step]
    /// Words, in lower case, that lead to a destination from every question of this flow; they take precedence over the
    /// bot's.
    public var anywhere: [String: Destination]
    /// The same in languages other than that of the flow files, by language.
    public var anywhereByLanguage: [String: [String: Destination]] = [:]
    /// Words inside free text that lead to a destination from every question of this flow, in the order written.
    public var contained: [ContainedWords] = []
    /// Its inputs from a flow that runs it, in the order written.
    public var needs: [ValueType.RecordField] = []
    /// Its results for that flow, in the order written.
    public var gives: [GivenValue] = []
    /// The types of the names of this flow.
    public var types: [String: ValueType] = [:]
    /// Called when the customer closes the conversation while it is in this flow.
    public var whenClosed: ClosingCall?
    /// Names, and paths to fields, that hold private data on at least one path: marked answers, and everything derived
    /// from them.
    public var privateNames: Set<String> = []
    let stepIndex: [String: Int]
    /// The indexes of steps by their former names.
    let oldIndex: [String: Int]

    public init(name: String, start: Int, steps: [Step], anywhere: [String: Destination]) {
        self.name = name
        self.start = start
        self.steps = steps
        self.anywhere = anywhere
        stepIndex = Dictionary(steps.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
        let former = steps.enumerated().flatMap { place, step in step.was.map { ($0, place) } }
        oldIndex = Dictionary(former) { first, _ in first }
    }
}

/// One step: its messages and assignments, its one action, and its destination.
public struct Step: Sendable {
    public var name: String
    /// Its former names.
    public var was: [String] = []
    /// In the order written, before the action.
    public var openings: [Preamble]
    public var thing: StepAction
    /// What happens when a message of the step cannot be delivered: its own exit or the nearest inherited one.
    public var failed: FailedExit?

    public init(name: String, openings: [Preamble], thing: StepAction, failed: FailedExit?) {
        self.name = name
        self.openings = openings
        self.thing = thing
        self.failed = failed
    }

    /// The name that holds its result; `nil` when it has none.
    public var resultName: String? {
        switch thing {
        case .ask(let question): question.name
        case .call(let call): call.name
        case .run(let run): run.name
        case .go, .decide, .handOver, .remind: nil
        }
    }

    public enum Preamble: Sendable {
        case say(Saying)
        case set(name: String, Assignment)
        case show([CardTemplate])
        /// Removes the pending reminders of these names.
        case stopReminding([Phrase])
        /// Gives back slots that the customer has taken.
        case giveBack([GivenBack])
    }

    /// Which of a customer's slots are given back.
    public enum GivenBack: Sendable, Hashable {
        /// The newest one of the answer with this name.
        case answer(String)
        /// Those that begin at the time that this name holds.
        case time(Name)
    }

    public enum Saying: Sendable {
        case text(Phrase)
        /// One message with a line for each item of a list.
        case lines(Each, line: Phrase, ifEmpty: Phrase?)
    }

    public indirect enum StepAction: Sendable {
        /// Only continues at the destination.
        case go(Destination)
        case ask(Question)
        /// The destination of the first true condition, otherwise `otherwise`.
        case decide([(condition: Condition, destination: Destination)], otherwise: Destination)
        case handOver(HandOver)
        case call(Call)
        case run(RunFlow)
        case remind(Reminder)
    }
}

/// `each: x in list`.
public struct Each: Sendable, Hashable {
    public var variable: String
    public var list: Name

    public init(variable: String, list: Name) {
        self.variable = variable
        self.list = list
    }
}

/// The value that a name is set to.
public indirect enum Assignment: Sendable {
    case sum(Arithmetic)
    case text(Phrase)
    case yesNo(Bool)
    case list([Phrase])
    /// The fields of a record with their values; an empty one is left out.
    case record([(name: String, value: Assignment)])
    /// Empties the name.
    case nothing
}

/// A call of an action.
public struct Call: Sendable {
    /// The name that holds the response.
    public var name: String
    /// The index of the action in the bot.
    public var action: Int
    public var inputs: [Input]
    /// Sent when the response takes long.
    public var meanwhile: Phrase?
    public var then: Destination

    public struct Input: Sendable {
        public var name: String
        public var type: ValueType
        public var value: Assignment

        public init(name: String, type: ValueType, value: Assignment) {
            self.name = name
            self.type = type
            self.value = value
        }
    }

    public init(name: String, action: Int, inputs: [Input], meanwhile: Phrase?, then: Destination) {
        self.name = name
        self.action = action
        self.inputs = inputs
        self.meanwhile = meanwhile
        self.then = then
    }
}

/// A handover of the conversation to human agents.
public struct HandOver: Sendable {
    /// The index of the queue in the bot.
    public var queue: Int
    /// Visible only to agents.
    public var note: Phrase?
    /// The destination while the queue is closed.
    public var ifAway: Destination?
    /// The destination when the agents return the conversation.
    public var then: Destination
    /// Sent once the conversation is with the agents; not while the queue is closed.
    public var meanwhile: Phrase?
    /// What happens when no agent answers.
    public var unanswered: UnansweredExit?

    public init(queue: Int, note: Phrase?, ifAway: Destination?, then: Destination) {
        self.queue = queue
        self.note = note
        self.ifAway = ifAway
        self.then = then
    }
}

/// A text in all its languages.
public struct Phrase: Sendable, Hashable {
    /// In the language of the flow files.
    public var source: Template

    /// In other languages, by their code.
    public var translations: [String: Template]

    public init(_ source: Template, translations: [String: Template] = [:]) {
        self.source = source
        self.translations = translations
    }

    public init(plain text: String) { self.init(Template(plain: text)) }

    /// The text in a language; without a translation, in the language of the flow files.
    public func template(in language: String) -> Template { translations[language] ?? source }
}
