import Diagnostics
import Expressions
import FlowModel

/// Lowers a project without errors to the bot that the engine runs.
///
/// Everything that the checks reject is absent here, so nothing is reported; anything still missing is left out.
struct Lowering {
    let project: Project
    let names: [NameTable]
    private let privateNames: [PrivateNames]

    init(_ project: Project) {
        self.project = project
        names = project.flows.map { NameTable($0, in: project) }
        privateNames = PrivateNames.ofFlows(in: project)
    }

    func bot(version: String) -> Bot? {
        let syntax = project.bot
        guard let start = syntax.start.flatMap({ project.resolve($0, in: nil) }), case .step(let id) = start else {
            return nil
        }
        let name = syntax.name?.source.string ?? ""
        var bot = Bot(
            name: name, business: syntax.business?.source.string ?? name, zone: syntax.zone, currency: syntax.currency,
            languages: syntax.languages.isEmpty ? ["en"] : syntax.languages.map(\.value),
            notice: syntax.notice.map(phrase), flows: project.flows.indices.map(flow), start: reference(id),
            anywhere: anywhere(syntax.anywhere, in: nil), weeks: syntax.hours.map(week),
            queues: syntax.people.map(queue),
            texts: texts(syntax), version: version)
        bot.replies = syntax.replies.compactMap(reply)
        bot.region = syntax.region
        bot.greetsOnWeb = syntax.greetsOnWeb
        bot.anywhereByLanguage = anywhereByLanguage(syntax.anywhere, in: nil)
        bot.contained = contained(syntax.anywhere, in: nil)
        bot.entries = syntax.entries.lines.compactMap(entry)
        bot.expires = syntax.expires
        bot.facts = syntax.facts.map { .init($0.name.value, $0.type, isOptional: true) }
        bot.results = project.resultTables.map(\.table)
        bot.events = syntax.events.events.map(\.declaration)
        bot.oldTaps = syntax.oldTaps == .goBack ? .goBack : .explain
        bot.actions = project.actions.actions.map(\.action)
        bot.providers = project.services.providers.items.map(\.provider)
        bot.merchants = project.services.merchants.items.map(\.merchant)
        bot.apps = project.services.apps.items.map(\.app)
        bot.cards = project.services.cards.items.map(\.card)
        bot.paymentsOnWeb = WebPayments.steps(in: project, StepGraph(project), names).map(reference)
        bot.readsQueues = QueueFigures.areRead(in: project)
        bot.namesWithAlternatives = NamesWithAlternatives.all(in: project)
        bot.actionHosts = project.actions.hosts.compactMap { ActionHost($0.value) }
        return bot
    }

    private func reply(_ syntax: ReplySyntax) -> CannedReply? {
        syntax.text.map {
            CannedReply(
                name: syntax.name.value, text: phrase($0), shortcut: syntax.shortcut?.value, queue: syntax.queue?.value)
        }
    }

    private func flow(_ index: Int) -> Flow {
        let syntax = project.flows[index]
        let steps = syntax.steps.indices.map { step in
            StepLowering(lowering: self, id: StepID(flow: index, step: step)).step()
        }
        var flow = Flow(
            name: syntax.name, start: project.start(of: index)?.step ?? 0, steps: steps,
            anywhere: anywhere(syntax.anywhere, in: index))
        flow.needs = syntax.needs.map(\.field)
        flow.gives = syntax.gives.map { GivenValue(name: $0.name.value, value: assignment($0.value, in: index)) }
        flow.privateNames = privateNames[index].names
        flow.whenClosed = syntax.whenClosed.map { StepLowering(lowering: self, flow: index).closingCall($0) }
        flow.anywhereByLanguage = anywhereByLanguage(syntax.anywhere, in: index)
        flow.contained = contained(syntax.anywhere, in: index)
        for name in names[index].roots { flow.types[name] = names[index].type(ofRoot: name) }
        return flow
    }

    private func entry(_ line: EntriesSyntax.Line) -> BotEntry? {
        guard let destination = line.destination, case .step(let id)? = project.resolve(destination, in: nil) else {
            return nil
        }
        switch line.condition {
        case .link(let intent, let group):
            return BotEntry(.link(intent: intent?.value, group: group?.value), destination: reference(id))
        case .words(let words): return BotEntry(.words(words.map(\.value)), destination: reference(id))
        case .contains(let words, let source):
            return BotEntry(.contains(sought(words, source)), destination: reference(id))
        case .event(let name): return BotEntry(.event(name.value), destination: reference(id))
        case .unreadable: return nil
        }
    }

    private func anywhere(_ anywhere: AnywhereSyntax, in flow: Int?) -> [String: Destination] {
        var words: [String: Destination] = [:]
        for line in anywhere.lines where !line.isContained {
            guard let destination = line.destination.map({ self.destination($0, in: flow) }) else { continue }
            for word in line.words where words[word.value.lowercased()] == nil {
                words[word.value.lowercased()] = destination
            }
        }
        return words
    }

    /// The words in other languages.
    private func anywhereByLanguage(_ anywhere: AnywhereSyntax, in flow: Int?) -> [String: [String: Destination]] {
        var all: [String: [String: Destination]] = [:]
        for line in anywhere.lines where !line.isContained {
            guard let destination = line.destination.map({ self.destination($0, in: flow) }) else { continue }
            for (language, text) in project.translations.of(line.source) {
                for word in text.words where all[language]?[word.value.lowercased()] == nil {
                    all[language, default: [:]][word.value.lowercased()] = destination
                }
            }
        }
        return all
    }

    /// The lines of `contains`, in the order written.
    private func contained(_ anywhere: AnywhereSyntax, in flow: Int?) -> [ContainedWords] {
        anywhere.lines.filter(\.isContained).compactMap { line in
            line.destination.map {
                ContainedWords(sought(line.words, line.source), destination: destination($0, in: flow))
            }
        }
    }

    /// The words of a line of `contains`, with their translations.
    private func sought(_ words: [Word], _ source: SourceText) -> [String: [SoughtWords]] {
        let own = project.languages[0]
        var all = project.translations.of(source).reduce(into: [String: [SoughtWords]]()) { all, translation in
            let (language, text) = translation
            all[language] = text.words.compactMap { SoughtWords($0.value, language: language) }
        }
        all[own] = words.compactMap { SoughtWords($0.value, language: own) }
        return all
    }

    private func week(_ syntax: WeekSyntax) -> Week {
        var weekdays: [[ClosedRange<TimeOfDay>]] = Array(repeating: [], count: 7)
        var dates: [Week.DateHours] = []
        var yearly: [Week.YearlyHours] = []
        for line in syntax.lines {
            switch line.days {
            case .weekdays(let days): for day in days { weekdays[day.rawValue] = line.hours }
            case .dates(let days): dates.append(.init(days: days, hours: line.hours))
            case .yearly(let days): yearly.append(.init(days: days, hours: line.hours))
            }
        }
        var week = Week(name: syntax.name.value, weekdays: weekdays, dates: dates)
        week.yearly = yearly
        week.zone = syntax.zone
        return week
    }

    private func queue(_ syntax: QueueSyntax) -> Queue {
        Queue(name: syntax.name.value, week: syntax.hours.flatMap { weekIndex($0.value) }, address: syntax.address)
    }

    private func texts(_ syntax: BotSyntax) -> BotTexts {
        var written: [BotTexts.Key: Phrase] = [:]
        for (key, text) in syntax.texts {
            if let key = BotTexts.Key(rawValue: key.value) { written[key] = phrase(text) }
        }
        return BotTexts(written)
    }

    // Helpers.

    func weekIndex(_ name: String) -> Int? { project.bot.hours.firstIndex { $0.name.value == name } }

    /// A text with its translations.
    func phrase(_ text: TextSyntax) -> Phrase {
        Phrase(text.template, translations: project.translations.of(text.source).mapValues(\.template))
    }

    /// A value for a place of a known type: constants are read as that type.
    func assignment(_ syntax: AssignmentSyntax, as type: ValueType, in flow: Int) -> Assignment {
        if let words = syntax.value.words(syntax.source),
            case .success(let value) = type.value(of: words, project.bot.context)
        {
            return .sum(.constant(value))
        }
        guard case .record = syntax.value else { return assignment(syntax.value, in: flow) }
        return .record(
            syntax.fields.map { field in
                let type = type.fields.first { $0.name == field.name.value }?.type ?? .unknown
                return (field.name.value, assignment(field, as: type, in: flow))
            })
    }

    func assignment(_ syntax: AssignedSyntax, in flow: Int) -> Assignment { assignment(syntax, in: names[flow]) }

    func assignment(_ syntax: AssignedSyntax, in types: some TypeScope) -> Assignment {
        switch syntax {
        case .sum(let sum): sum.resolved(in: types, project.bot.context).sum.map { .sum($0) } ?? .nothing
        case .text(let template): .text(Phrase(template))
        case .yesNo(let value): .yesNo(value)
        case .list(let items): .list(items.map { Phrase($0) })
        case .record(let parts): .record(parts.map { ($0.name, assignment($0.value, in: types)) })
        case .nothing, .broken: .nothing
        }
    }

    func reference(_ id: StepID) -> StepReference { StepReference(flow: id.flow, step: id.step) }

    func destination(_ syntax: DestinationSyntax, in flow: Int?) -> Destination {
        switch project.resolve(syntax, in: flow) {
        case .step(let id)?: .step(reference(id))
        case .back?: .back
        case .resume?: .resume
        case .end?: flow == nil ? .conversationEnd : .end
        case nil: .end
        }
    }
}
