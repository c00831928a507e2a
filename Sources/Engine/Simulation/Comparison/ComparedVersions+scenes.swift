import FlowModel

/// Languages and entry links that only one of the versions has.
extension ComparedVersions {
    func scenesOfOne(_ words: ChangeWords) -> [DraftChange] {
        scenes.indices.compactMap { place in
            guard (old.walks[place] == nil) != (new.walks[place] == nil) else { return nil }
            let version = old.walks[place] == nil ? new : old
            let isNew = !version.isOld
            let beginnings = routes(of: version, in: place).filter { $0.key.step == nil }
            let destinations = Set(beginnings.flatMap(\.value.keys))
            let first = beginnings.flatMap(\.value.values).min { $0.move.order < $1.move.order }
            let scene = scenes[place]
            let text: String
            if let language = version.bot.bot.languages.first(where: { ExplorationScene.name(ofLanguage: $0) == scene })
            {
                text = isNew ? "The bot now also speaks `\(language)`." : "The bot no longer speaks `\(language)`."
            } else if let link = scene.ofLink {
                let verb = isNew ? "now leads" : "no longer leads"
                text = "The entry link \(link) \(verb) to \(words.destinations(destinations))."
            } else {
                return nil
            }
            let steps = ordered(destinations.compactMap(\.step))
            return DraftChange(
                kind: .leads, text: text, steps: Array(steps.prefix(1)), showing: first, namesScene: true)
        }
    }
}

extension ComparedVersions {
    /// Whether a scene is a language or an entry link.
    func isOfLanguageOrLink(_ scene: Int) -> Bool {
        let languages = (old.bot.bot.languages + new.bot.bot.languages).map(ExplorationScene.name(ofLanguage:))
        return scenes[scene].ofLink != nil || languages.contains(scenes[scene])
    }
}

extension String {
    /// The link of a scene that begins with one, in backticks.
    fileprivate var ofLink: Substring? {
        hasPrefix(ExplorationScene.linkName) ? dropFirst(ExplorationScene.linkName.count) : nil
    }
}
