import FlowModel

/// Steps that customers come to, or come to no longer.
extension ComparedVersions {
    /// The steps beyond a step, as far as they are among some steps.
    private func onward(from step: PlayStep, among some: Set<PlayStep>, _ routes: Routes) -> Set<StepDestination> {
        var reached: Set<StepDestination> = []
        var pending = [step]
        var seen: Set = [step]
        while let here = pending.popLast() {
            for (key, destinations) in routes where key.step == here {
                reached.formUnion(destinations.keys)
                pending += destinations.keys.compactMap(\.step).filter { some.contains($0) && seen.insert($0).inserted }
            }
        }
        return reached
    }

    /// Whether steps were only put in between: what led elsewhere leads to new steps now, and they lead on to where it led.
    func isInserted(_ gained: Set<StepDestination>, before lost: Set<StepDestination>) -> Bool {
        let all = noticedInOne.union(self.gained)
        guard !gained.isEmpty, gained.allSatisfy({ $0.step.map(all.contains) ?? false }) else { return false }
        return lost.isSubset(
            of: gained.reduce(into: []) { reached, one in
                if let step = one.step { reached.formUnion(onward(from: step, among: all, newRoutes)) }
            })
    }

    /// Whether steps were only taken out: what led to them leads to where they led.
    func isTakenOut(_ lost: Set<StepDestination>, for gained: Set<StepDestination>) -> Bool {
        let all = noticedInOne.union(self.lost)
        guard !lost.isEmpty, lost.allSatisfy({ $0.step.map(all.contains) ?? false }) else { return false }
        return gained.isSubset(
            of: lost.reduce(into: []) { reached, one in
                if let step = one.step { reached.formUnion(onward(from: step, among: all, oldRoutes)) }
            })
    }

    /// A step, and the others that are only come to through it.
    private func groups(_ steps: [PlayStep], _ routes: Routes) -> [(head: PlayStep, others: [PlayStep])] {
        let all = Set(steps)
        let isHead = { (step: PlayStep) in
            routes.contains { key, destinations in
                destinations[.step(step)] != nil && key.step.map { !all.contains($0) } ?? true
            }
        }
        var heads = steps.filter(isHead)
        var taken = Set(heads)
        var groups: [(head: PlayStep, others: [PlayStep])] = []
        var place = 0
        while place < heads.count || taken.count < all.count {
            // A loop that is come to otherwise, such as by a word that works anywhere.
            if place == heads.count, let next = steps.first(where: { !taken.contains($0) }) {
                heads.append(next)
                taken.insert(next)
            }
            let head = heads[place]
            let own = onward(from: head, among: all.subtracting(heads), routes).compactMap(\.step)
            let others = steps.filter { own.contains($0) && all.contains($0) && taken.insert($0).inserted }
            groups.append((head, others))
            place += 1
        }
        return groups
    }

    // Changes.

    func lostSteps(_ words: ChangeWords) -> [DraftChange] {
        let called = Set(new.visits.keys.compactMap { new.step($0)?.action(in: new.bot.bot) })
        let language = old.bot.bot.languages[0]
        return groups(lost, oldRoutes).map { head, others in
            let actions = ([head] + others).compactMap { step in
                oldNames[step].flatMap { old.face($0, language: language) }?[.action].first
            }.filter { !called.contains($0) }
            var text = "customers no longer reach \(words.name(head))"
            if !others.isEmpty { text += ", nor \(words.names(others)) behind it" }
            if !actions.isEmpty {
                let list = ChangeWords.list(actions.map { "`\($0)`" }, others: "actions")
                text += ", and \(list) \(actions.count == 1 ? "is" : "are") no longer called"
            }
            return DraftChange(
                kind: .stepLost, text: text.asSentence, steps: [head] + others,
                showing: oldNames[head].flatMap { old.visits[$0] })
        }
    }

    func gainedSteps(_ words: ChangeWords) -> [DraftChange] {
        let all = Set(gained)
        return groups(gained, newRoutes).map { head, others in
            let incoming = newRoutes.filter { key, destinations in
                destinations[.step(head)] != nil && key.step.map { !all.contains($0) } ?? true
            }.map(\.key)
            var text = old.step(head) == nil ? "\(words.name(head)) is new" : "customers now reach \(words.name(head))"
            text += effect(of: head) + incomingWords(incoming, to: head, words)
            if !others.isEmpty { text += "; \(words.names(others)) \(others.count == 1 ? "follows" : "follow")" }
            return DraftChange(
                kind: .stepGained, text: text.asSentence, steps: [head] + others, showing: new.visits[head])
        }
    }

    /// What a new step does beyond saying and asking.
    private func effect(of step: PlayStep) -> String {
        guard let face = new.face(step, language: new.bot.bot.languages[0]) else { return "" }
        if let action = face[.action].first { return " and calls `\(action)`" }
        return face[.queue].first.map { " and hands over to *\($0)*" } ?? ""
    }

    private func incomingWords(_ keys: [Transitions.Key], to step: PlayStep, _ words: ChangeWords) -> String {
        if keys.isEmpty { return "" }
        guard keys.count == 1, let key = keys.first, key.trigger != .onward, key.trigger != .success else {
            let steps = ordered(keys.compactMap(\.step))
            return steps.isEmpty ? "" : ": customers come to it after \(words.names(steps))"
        }
        let subject = words.subject(key.trigger, at: key.step.map { [$0] } ?? [])
        let was = Set((oldRoutes[key] ?? [:]).keys).subtracting((newRoutes[key] ?? [:]).keys)
        let isKnown = was.isEmpty || isInserted([.step(step)], before: was) || isTakenOut(was, for: [])
        return ": \(subject.words) \(subject.verb) to it" + (isKnown ? "" : " (was: \(words.destinations(was)))")
    }

    func renamedSteps(_ words: ChangeWords) -> [DraftChange] {
        ordered(renames.values).compactMap { name in
            guard let was = renames.first(where: { $0.value == name })?.key else { return nil }
            return DraftChange(
                kind: .stepRenamed, text: "\(words.name(was)) is now called \(words.name(name)).", steps: [name],
                showing: new.visits[name])
        }
    }
}

extension Step {
    /// The action that it calls.
    func action(in bot: Bot) -> String? {
        if case .call(let call) = thing { bot.actions[call.action].name } else { nil }
    }
}
