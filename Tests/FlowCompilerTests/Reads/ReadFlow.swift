import Expressions
import FlowCompiler
import FlowModel

/// The compiled form of a flow, as texts that a table can contain.
struct ReadFlow {
    let bot: Bot?
    let found: [Found]

    init(_ flow: String, bot: String = TestProject.bot) {
        let compilation = TestProject(["bot.yaml": bot, "broken.yaml": flow]).compilation
        self.bot = compilation.bot
        found = compilation.report.found
    }

    /// Compiles the steps of a flow that starts with `hello`, written without indentation.
    init(steps: String) { self.init(Case.flow(steps)) }

    var flow: Flow? { bot?.flows.first { $0.name == "broken" } }

    var start: Step? { flow.map { $0.steps[$0.start] } }

    /// The messages of the first step.
    var said: [String] {
        (start?.openings ?? []).compactMap { opening in
            if case .say(.text(let phrase)) = opening { phrase.source.written } else { nil }
        }
    }

    var question: Question? {
        if case .ask(let question)? = start?.thing { question } else { nil }
    }

    var choice: ChoiceQuestion? {
        if case .choice(let choice)? = question?.kind { choice } else { nil }
    }

    var labels: [String] { choice?.items.map(\.label.source.written) ?? [] }
}

extension Template {
    /// The text with its inserts as names in braces.
    var written: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .insert(let insert): "{\(insert.name.text)}"
            case .number: "#"
            }
        }.joined()
    }
}
