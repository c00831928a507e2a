import Diagnostics
import Expressions
import FlowCompiler

/// Finds what can be written at a cursor.
struct Completer {
    let draft: Draft
    let cursor: Cursor
    let names: NameCompleter

    private var index: Index { draft.index }

    init(_ draft: Draft, _ cursor: Cursor) {
        self.draft = draft
        self.cursor = cursor
        names = NameCompleter(draft: draft, cursor: cursor)
    }

    func completions() -> [Completion] {
        let start = min(cursor.contentStart, cursor.offset)
        let before = cursor.file.text(in: start..<cursor.offset)
        // Inside braces there are names, wherever the text stands.
        if !cursor.isInBraceless, let brace = before.openBrace {
            return names.insert(from: start + brace + 1)
        }
        switch cursor.part {
        case .value where cursor.surroundings.isContinuation: return []
        case .value: return values(cursor.forms).map(behindColon)
        case .key:
            let items = cursor.dash == nil ? [] : values(cursor.forms.filter { $0.places.isEmpty })
            return items + keys()
        }
    }

    /// A value directly behind the colon gets the space that has to stand there.
    private func behindColon(_ completion: Completion) -> Completion {
        let start = completion.edit.span.range.lowerBound
        guard start == cursor.valueStart, start > 0, cursor.file.bytes[start - 1] == UInt8(ascii: ":") else {
            return completion
        }
        return Completion(
            completion.label, completion.kind, detail: completion.detail, documentation: completion.documentation,
            edit: TextEdit(" " + completion.edit.text, at: completion.edit.span), isSnippet: completion.isSnippet)
    }

    // Keys.

    private func keys() -> [Completion] {
        let written = Set(cursor.siblings.map(\.key))
        var found: [(rank: Int, completion: Completion)] = []
        var seen: Set<String> = []
        for place in cursor.places {
            let table = place.table
            for key in table.keys where !written.contains(key.name) && seen.insert(key.name).inserted {
                found.append((rank(key, written), completion(of: key, in: table)))
            }
            found += chosen(in: place).map { (0, $0) }
        }
        let snippets = cursor.places.count == 1 ? Snippets(cursor).all(for: cursor.places[0], written) : []
        return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.completion) + snippets
    }

    /// Keys that the block needs come first, those that do not fit its other keys last.
    private func rank(_ key: LanguageKey, _ written: Set<String>) -> Int {
        let table = cursor.places.lazy.map(\.table).first { $0[key.name] != nil }
        if let group = key.group,
            table?.keys.contains(where: { $0.group == group && written.contains($0.name) }) == true
        {
            return 4
        }
        if !key.goesWith.isEmpty { return key.goesWith.contains(where: written.contains) ? 0 : 3 }
        return key.isRequired ? 0 : 1
    }

    private func completion(of key: LanguageKey, in table: KeyTable) -> Completion {
        Completion(
            key.name, .key, detail: table.title, documentation: key.about,
            edit: TextEdit(key.name + ending(of: key), at: keyRange))
    }

    /// From the beginning of the key to the cursor, and to the end of the word or to the colon behind it.
    private var keyRange: Span {
        let span = cursor.range(from: cursor.contentStart)
        return hasColon ? Span(file: span.file, range: span.range.lowerBound..<colonPlace) : span
    }

    private var hasColon: Bool { cursor.rest.keyColon(last: false) != nil }

    private var colonPlace: Int {
        guard let colon = cursor.rest.keyColon(last: false) else { return cursor.offset }
        return cursor.offset + cursor.rest.utf8.distance(from: cursor.rest.startIndex, to: colon)
    }

    /// What follows a new key: its colon, and the line of its block.
    private func ending(of key: LanguageKey) -> String {
        if hasColon { return "" }
        let deeper = "\n" + String(repeating: " ", count: cursor.column + 2)
        switch key.forms.first {
        case .block?: return ":\(deeper)"
        case .list(let items)? where items.contains { !$0.places.isEmpty }: return ":\(deeper)- "
        case .nothing?: return ":"
        default: return ": "
        }
    }

    // Keys that authors choose.

    private func chosen(in place: KeyPlace) -> [Completion] {
        guard place.table.chosen != nil else { return [] }
        switch place {
        case .when: return ConditionCompleter(names: names, start: cursor.contentStart).completions()
        case .set: return names.settable(at: keyRange, ending: hasColon ? "" : ": ")
        case .inputs: return inputs(ending: hasColon ? "" : ": ", at: keyRange)
        case .week:
            let days = [
                "Monday to Friday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
            ]
            return days.map { Completion($0, .word, edit: TextEdit($0 + (hasColon ? "" : ": "), at: keyRange)) }
        case .translatedTexts: return texts()
        case .ifEvent: return events(behind: "")
        case .entries: return events(behind: "event ")
        default: return declarable(in: place)
        }
    }

    /// What is named somewhere and may be declared here; also what is written already.
    private func declarable(in place: KeyPlace) -> [Completion] {
        let surroundings = cursor.surroundings
        let things = Set(index.occurrences.map(\.thing)).filter { thing in
            switch (place, thing) {
            case (.steps, .step(_, let flow)): flow == surroundings.flow
            case (.form, .page(_, let step, let flow)): flow == surroundings.flow && step == surroundings.step
            case (.needs, .name(_, let flow)): flow == surroundings.flow
            case (.gives, .result(_, let flow)): flow == surroundings.flow
            case (.people, .queue), (.hours, .week), (.actions, .action), (.customer, .fact), (.providers, .provider),
                (.merchants, .merchant), (.apps, .app), (.customCards, .customCard), (.records, .record),
                (.results, .table), (.events, .event):
                true
            case (.fields, .input(_, let action)): action == surroundings.action && surroundings.path.last == "takes"
            case (.fields, .output(_, let action)): action == surroundings.action && surroundings.path.last == "gives"
            case (.resultPaths, .output(_, let action)), (.example, .output(_, let action)):
                action == surroundings.action
            default: false
            }
        }
        let ending = hasColon ? "" : ":"
        return things.filter { !index.isDeclared($0) || place == .example || place == .resultPaths }.map(\.name)
            .sorted()
            .map { Completion($0, .name, detail: "named elsewhere", edit: TextEdit($0 + ending, at: keyRange)) }
    }

    /// The declared events that no line of the block is for.
    private func events(behind beginning: String) -> [Completion] {
        let written = Set(cursor.siblings.map(\.key))
        return declared { if case .event(let name) = $0 { name } else { nil } }.map { beginning + $0 }
            .filter { !written.contains($0) }
            .map { Completion($0, .name, edit: TextEdit($0 + (hasColon ? "" : ": "), at: keyRange)) }
    }

    private func texts() -> [Completion] {
        guard let flow = cursor.surroundings.flow else { return [] }
        let written = Set(cursor.siblings.map(\.key))
        let deeper = "\n" + String(repeating: " ", count: cursor.column + 2)
        return draft.compilation.insight.wordings(of: flow).filter { !written.contains($0.name) }.map { wording in
            let block = hasColon ? "" : ":\(deeper)of: \(wording.fingerprint)\(deeper)text: "
            return Completion(
                wording.name, .name, detail: wording.text, edit: TextEdit(wording.name + block, at: keyRange))
        }
    }

    // Values.

    private func values(_ forms: [ValueForm]) -> [Completion] {
        let written = cursor.written
        // A quote before the value stays.
        let quote = written.first == "\"" || written.first == "'" ? 1 : 0
        let start = min(cursor.valueStart + quote, cursor.offset)
        if written.hasPrefix("["), !written.contains("]") {
            let items = forms.flatMap { form in if case .list(let items) = form { items } else { [ValueForm]() } }
            let last = written.utf8.lastIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") }
            let before = last.map { written.utf8.distance(from: written.startIndex, to: $0) + 1 } ?? 1
            let blanks = written.utf8.dropFirst(before).prefix { $0 == 0x20 }.count
            return items.flatMap { value($0, from: start + before + blanks) }
        }
        return forms.flatMap { value($0, from: start) }
    }

    private func value(_ form: ValueForm, from start: Int) -> [Completion] {
        switch form {
        case .oneOf(let words): return words.map { word($0, from: start) }
        case .yesNo: return ["yes", "no"].map { word($0, from: start) }
        case .duration: return ["10 minutes", "1 hour", "1 day"].map { word($0, from: start) }
        case .date: return ["today", "today + 30 days"].map { word($0, from: start) }
        case .hours: return ["9:00 to 18:00", "closed"].map { word($0, from: start) }
        case .reminder: return ["in 2 days", "1 day before ", "at "].map { word($0, from: start) }
        case .tap: return ["open https://", "map"].map { word($0, from: start) }
        case .type: return types(from: start)
        case .name(let thing): return named(thing, from: start)
        case .condition: return ConditionCompleter(names: names, start: start).completions()
        case .each: return names.lists(from: start)
        case .asset:
            return draft.files.assets.keys.sorted().map {
                Completion($0, .asset, edit: TextEdit($0, at: cursor.toEndOfValue(from: start)))
            }
        case .word where cursor.key == "using" || cursor.surroundings.path.last == "using":
            return inputs(ending: "", at: cursor.range(from: start))
        case .word where cursor.key == "private" && cursor.surroundings.action != nil:
            return declared { thing in
                switch thing {
                case .input(let name, let action), .output(let name, let action):
                    action == cursor.surroundings.action ? name : nil
                default: nil
                }
            }.map { Completion($0, .input, edit: TextEdit($0, at: cursor.range(from: start))) }
        case .word where cursor.places.contains(.flow) && cursor.key == "flow":
            return [
                Completion(
                    cursor.file.flowName, .flow, edit: TextEdit(cursor.file.flowName, at: cursor.range(from: start)))
            ]
        default: return []
        }
    }

    private func word(_ word: String, from start: Int) -> Completion {
        Completion(word, .word, edit: TextEdit(word, at: cursor.toEndOfValue(from: start)))
    }

    private func types(from start: Int) -> [Completion] {
        let plain = ["text", "number", "money", "date", "time", "duration", "yes or no", "file", "place"]
        let records = Set(index.occurrences.compactMap { if case .record(let name) = $0.thing { name } else { nil } })
        return (plain + records.sorted()).flatMap { [$0, "list of \($0)", "\($0), optional"] }.map {
            word($0, from: start)
        }
    }

    // Names of things.

    private func named(_ thing: NamedThing, from start: Int) -> [Completion] {
        let surroundings = cursor.surroundings
        let span = cursor.toEndOfValue(from: start)
        func offer(_ names: [String], _ kind: Completion.Kind, _ detail: String? = nil) -> [Completion] {
            names.map { Completion($0, kind, detail: detail, edit: TextEdit($0, at: span)) }
        }
        switch thing {
        case .destination where surroundings.page != nil, .page:
            return offer(["send"], .word) + offer(pages, .page)
        case .step: return offer(steps(of: surroundings.flow), .step)
        case .destination, .start:
            let words = offer(thing.words, .word)
            guard let flow = surroundings.flow else {
                return offer(flows, .flow) + offer(otherSteps(than: nil), .step) + words
            }
            return offer(steps(of: flow), .step) + words + offer(otherSteps(than: flow), .step)
        case .flow: return offer(flows + (cursor.file.isTranslation ? ["bot"] : []), .flow)
        case .queue: return offer(declared { if case .queue(let name) = $0 { name } else { nil } }, .queue)
        case .week: return offer(declared { if case .week(let name) = $0 { name } else { nil } }, .week)
        case .action: return offer(declared { if case .action(let name) = $0 { name } else { nil } }, .action)
        case .provider: return offer(declared { if case .provider(let name) = $0 { name } else { nil } }, .service)
        case .merchant: return offer(declared { if case .merchant(let name) = $0 { name } else { nil } }, .service)
        case .app: return offer(declared { if case .app(let name) = $0 { name } else { nil } }, .service)
        case .customCard: return offer(declared { if case .customCard(let name) = $0 { name } else { nil } }, .service)
        case .resultTable: return offer(declared { if case .table(let name) = $0 { name } else { nil } }, .name)
        }
    }

    private func declared(_ name: (Thing) -> String?) -> [String] {
        var seen: Set<String> = []
        return index.occurrences.filter { $0.role == .declaration }.compactMap { name($0.thing) }
            .filter { seen.insert($0).inserted }
    }

    private var flows: [String] { index.results.steps.keys.sorted() }

    private func steps(of flow: String?) -> [String] { flow.flatMap { index.results.steps[$0] } ?? [] }

    private func otherSteps(than flow: String?) -> [String] {
        flows.filter { $0 != flow }.flatMap { flow in ["\(flow)/start"] + steps(of: flow).map { "\(flow)/\($0)" } }
    }

    /// The pages below this one, then the others.
    private var pages: [String] {
        let all = declared { thing in
            guard case .page(let page, let step, let flow) = thing, flow == cursor.surroundings.flow,
                step == cursor.surroundings.step
            else { return nil }
            return page
        }
        let own = cursor.surroundings.page.flatMap(all.firstIndex) ?? -1
        return Array(all.dropFirst(own + 1)) + Array(all.prefix(own + 1))
    }

    /// The inputs of the action that is called, or of the flow that is run.
    private func inputs(ending: String, at span: Span) -> [Completion] {
        let written = Set(cursor.siblings.map(\.key))
        let names = declared { thing in
            switch (cursor.surroundings.inputs, thing) {
            case (.action(let action)?, .input(let name, let owner)) where owner == action: name
            case (.flow(let flow)?, .name(let name, let owner)) where owner == flow:
                needs(of: flow).contains(name) ? name : nil
            default: nil
            }
        }
        return names.filter { !written.contains($0) }.map {
            Completion($0, .input, edit: TextEdit($0 + ending, at: span))
        }
    }

    private func needs(of flow: String) -> Set<String> {
        let file = draft.files.texts.first { $0.flowName == flow && !$0.isTranslation }
        return Set(file.flatMap { WrittenFile($0) }?.root?.map("needs")?.entries.map(\.key.string) ?? [])
    }
}

extension Cursor {
    /// Whether the cursor is where braces have no meaning: in a transcript, or in the files of `Config/` outside of
    /// actions.
    var isInBraceless: Bool { places.contains { $0.isConfig } && surroundings.action == nil }

    /// From a byte to the end of the value that the cursor stands in.
    func toEndOfValue(from start: Int) -> Span {
        var end = offset
        while end < line.range.upperBound,
            ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "#")].contains(file.bytes[end])
        {
            end += 1
        }
        while end > offset, file.bytes[end - 1] == 0x20 { end -= 1 }
        return Span(file: file.path, range: min(start, offset)..<end)
    }
}

extension String {
    /// The byte of the last `{` that is not closed and not doubled.
    var openBrace: Int? {
        var open: [Int] = []
        let bytes = Array(utf8)
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "{") {
                if at + 1 < bytes.count, bytes[at + 1] == bytes[at], open.isEmpty { at += 1 } else { open.append(at) }
            } else if bytes[at] == UInt8(ascii: "}") {
                _ = open.popLast()
            }
            at += 1
        }
        return open.last
    }
}
