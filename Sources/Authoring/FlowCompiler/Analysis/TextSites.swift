import Diagnostics
import Expressions

/// A text of a step, and the context in which it is rendered.
struct TextSite {
    enum Role {
        /// Sent to the customer or to agents.
        case said
        /// The same in every language: an address, a key of a channel, or the name of a reminder.
        case address
        /// Names the list of available times.
        case times
        /// Names a list of times that are not available.
        case taken
        /// Names a picture.
        case image
        /// Names the time that a reminder is relative to.
        case moment
        /// Names the day on which times begin.
        case day
        /// Names the length of slots.
        case length
        /// Stored under a name, as a text.
        case set

        /// Whether its names must hold a value.
        var isNeeded: Bool {
            switch self {
            case .said, .address, .times, .moment, .day, .length, .set: true
            case .taken, .image: false
            }
        }
    }

    let template: Template
    /// The text as written, for the locations of diagnostics.
    let source: SourceText
    /// The surrounding `each` blocks.
    let repeated: [EachSyntax]
    /// The number of the step's `say` and `set` before it.
    let stage: Int
    /// The number of lines of its own `set` before it.
    var assignments = 0
    let role: Role
    /// The way on which it is said, for a text of an exit behind which the name of the step has another value.
    var way: StepGraph.Way.Kind?
}

extension StepSyntax {
    /// All texts of the step, in the order in which they are rendered.
    var textSites: [TextSite] {
        var sites: [TextSite] = []
        func add(
            _ text: TextSyntax?, _ repeated: [EachSyntax] = [], stage: Int? = nil, _ role: TextSite.Role = .said,
            on way: StepGraph.Way.Kind? = nil
        ) {
            guard let text else { return }
            sites.append(
                TextSite(
                    template: text.template, source: text.source, repeated: repeated, stage: stage ?? openings.count,
                    role: role, way: way))
        }
        for (stage, opening) in openings.enumerated() {
            if case .show(let cards) = opening { sites += cards.flatMap { $0.sites([], stage: stage) } }
            if case .stopReminding(let names) = opening { for name in names { add(name, stage: stage, .address) } }
            if case .giveBack(let slots) = opening { for slot in slots { add(slot.time, stage: stage, .moment) } }
            guard case .say(let items) = opening else {
                sites += opening.setTexts(stage: stage)
                continue
            }
            for item in items {
                switch item {
                case .text(let text): add(text, stage: stage)
                case .lines(let each, let line, let ifEmpty):
                    add(line, [each], stage: stage)
                    add(ifEmpty, stage: stage)
                }
            }
        }
        switch thing {
        case .ask(let question):
            for (text, each, role) in question.texts { add(text, each, role) }
            sites += question.handedOn(stage: openings.count)
        case .handOver(let handOver):
            add(handOver.note)
            add(handOver.meanwhile)
            add(handOver.unanswered?.say)
        case .call(let call):
            add(call.meanwhile)
            sites += call.inputs.flatMap { $0.sites(stage: openings.count) }
        case .run(let run): sites += run.inputs.flatMap { $0.sites(stage: openings.count) }
        case .remind(let reminder):
            add(reminder.moment, [], .moment)
            add(reminder.name, [], .address)
        case .when, .unreadable, nil: break
        }
        for text in overlays.texts { add(text, [], .address) }
        add(exits.failed?.block?.say, on: .failed)
        add(exits.cancelled?.block?.say, on: .cancelled)
        for text in exits.textsWithoutFailure { add(text) }
        return sites
    }

    /// The `each` blocks of the step, which require lists, each with the surrounding ones.
    var eachBlocks: [(each: EachSyntax, outer: [EachSyntax])] {
        var blocks: [(EachSyntax, [EachSyntax])] = []
        for case .say(let items) in openings {
            for case .lines(let each, _, _) in items { blocks.append((each, [])) }
        }
        blocks += cards.flatMap { $0.eachBlocks(inside: []) }
        for case .answers(let answers) in questions.map(\.kind) {
            blocks += answers.items.compactMap(\.each).map { ($0, []) }
        }
        if case .pay(let pay)? = question?.kind { blocks += pay.lines.compactMap(\.each).map { ($0, []) } }
        return blocks
    }
}

extension OpeningSyntax {
    /// The texts that names are set to. A text of a `set` may use the names that lines above it have set.
    fileprivate func setTexts(stage: Int) -> [TextSite] {
        guard case .set(let assignments, _) = self else { return [] }
        return assignments.enumerated().flatMap { line, assignment in
            assignment.ofFields.flatMap { part in
                part.value.texts.map {
                    TextSite(
                        template: $0, source: part.source, repeated: [], stage: stage, assignments: line, role: .set)
                }
            }
        }
    }
}

extension InputSyntax {
    /// Inputs for a call or a flow, each of their names as a separate text.
    func sites(stage: Int) -> [TextSite] {
        let templates: [Template] =
            if case .sum(let sum) = value { [Template(sum.inserts.map { .insert($0) })] } else { value.texts }
        return templates.map { TextSite(template: $0, source: source, repeated: [], stage: stage, role: .set) }
    }
}

extension AssignedSyntax {
    fileprivate var texts: [Template] {
        switch self {
        case .text(let text): [text]
        case .list(let items): items
        case .sum, .yesNo, .record, .nothing, .broken: []
        }
    }
}

extension ExitsSyntax {
    /// The messages of the exits.
    var texts: [TextSyntax] {
        [failed?.block?.say, cancelled?.block?.say].compactMap { $0 } + textsWithoutFailure
    }

    /// Those of the exits behind which nothing has failed or was cancelled.
    fileprivate var textsWithoutFailure: [TextSyntax] {
        var texts = [silent?.block?.say, unable?.block?.say, empty?.block?.say].compactMap { $0 }
        if case .block(let say?, _, _)? = other?.content { texts.append(say) }
        return texts
    }
}

extension QuestionSyntax {
    var texts: [(TextSyntax?, [EachSyntax], TextSite.Role)] {
        var texts: [(TextSyntax?, [EachSyntax], TextSite.Role)] = [
            (ask, [], .said), (bubble.title, [], .said), (bubble.note, [], .said), (bubble.image?.source, [], .image),
            (bubble.image?.alt, [], .said), (bubble.reply, [], .said),
        ]
        texts += bubble.textsOfApps.map { ($0, [], .said) }
        switch kind {
        case .answers(let answers):
            for item in answers.items {
                let each = item.each.map { [$0] } ?? []
                texts += [
                    (item.section, [], .said), (item.label, each, .said), (item.note, each, .said),
                    (item.id, each, .said),
                    (item.image?.source, each, .image), (item.image?.alt, each, .said),
                ]
            }
        case .times(let times): texts += times.texts
        case .signIn, .app, .pay: texts += kind.textsOfServices
        case .form(let form): texts += form.texts
        case .text, .number, .money, .date: texts += kind.field?.said ?? []
        case .photo, .file, .place, .unreadable: break
        }
        return texts
    }
}

extension FieldSyntax {
    fileprivate var said: [(TextSyntax?, [EachSyntax], TextSite.Role)] { texts.map { ($0, [], .said) } }
}

extension FormSyntax {
    fileprivate var texts: [(TextSyntax?, [EachSyntax], TextSite.Role)] {
        var texts: [(TextSyntax?, [EachSyntax], TextSite.Role)] = []
        if let intro {
            texts += intro.texts.map { ($0, [], .said) }
            texts += [(intro.image?.source, [], .image), (intro.image?.alt, [], .said)]
        }
        for page in pages {
            texts.append((page.title, [], .said))
            texts += page.question?.texts ?? []
            texts.append((page.wheel?.label, [], .said))
        }
        return texts
    }
}

extension TimesSyntax {
    fileprivate var texts: [(TextSyntax?, [EachSyntax], TextSite.Role)] {
        var texts: [(TextSyntax?, [EachSyntax], TextSite.Role)] = [
            (place?.name, [], .said), (title, [], .said), (image?.source, [], .image), (image?.alt, [], .said),
        ]
        texts += beside.map { ($0.label, [], .said) }
        switch source {
        case .name(let text): texts.append((text, [], .times))
        case .rule(let rule):
            texts += [
                (rule.except, [], .taken), (rule.more, [], .said), (rule.from, [], .day),
                (rule.everyName, [], .length), (rule.lastingName, [], .length),
            ]
        case .slots, .unreadable: break
        }
        return texts
    }
}
