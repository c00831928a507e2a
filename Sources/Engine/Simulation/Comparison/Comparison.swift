import FlowModel

/// What an edit of a bot means for its customers, in sentences.
///
/// Both versions are explored on the real engine. Compared is where each thing that customers do at a step leads, and what
/// steps say, ask and offer, whatever the conversation was before: so an edit gives one sentence, however many
/// conversations it changes. Pure and repeatable.
public struct Comparison: Sendable {
    /// How far a comparison has come.
    public struct Progress: Sendable {
        /// What is special about the scene; empty for the usual one.
        public let scene: String
        /// The states that were met in the scene.
        public let states: Int
        /// The fraction of the whole time that may be over by now: the usual scene gets the larger part of it.
        public let share: Double
    }

    /// The changes, the most important first.
    public let changes: [BehaviourChange]
    /// The names of the scenes in which a bound was met.
    public let incomplete: [String]

    /// Whether everything was tried in both versions.
    public var isComplete: Bool { incomplete.isEmpty }

    /// Compares two versions of a bot.
    ///
    /// - Parameters:
    ///   - most: how many of the changes get their conversation.
    ///   - isAbandoned: says, before each state and each conversation, that the rest is to be left out.
    public init(
        from old: PlayBot, to new: PlayBot, limits: ExplorationLimits = .ofComparisons, showing most: Int = .max,
        unless isAbandoned: (Progress) -> Bool = { _ in false }
    ) {
        var before = ExploredVersion(old, answeredAsIn: new, isOld: true)
        var after = ExploredVersion(new, answeredAsIn: new, isOld: false)
        let scenes = after.sceneNames + before.sceneNames.filter { !after.sceneNames.contains($0) }
        var walks = 0
        for scene in scenes {
            let share = { (walks: Int) in
                walks < 2 ? 0.3 * Double(walks + 1) : 0.6 + 0.3 * Double(walks + 1) / Double(2 * scenes.count)
            }
            var limits = limits
            // Replies that fit nothing lead to the same steps everywhere.
            limits.isPlain = walks > 0
            before.walk(in: scene, limits: limits, share: share(walks), unless: isAbandoned)
            after.walk(in: scene, limits: limits, share: share(walks + 1), unless: isAbandoned)
            walks += 2
        }
        let versions = ComparedVersions(before, after, scenes: scenes)
        let words = ChangeWords(versions)
        var drafts = versions.drafts(words)
        var explained = ExplainedDifferences(drafts)
        func isOver(_ share: Double) -> Bool { isAbandoned(Progress(scene: "", states: 0, share: share)) }
        let shown = versions.shown(beyond: &explained, words) { isOver(0.95) }
        drafts += shown.changes
        changes = versions.sorted(drafts).enumerated().map { place, draft in
            versions.change(draft, isShown: place < most && !isOver(1))
        }
        incomplete = scenes.indices.filter { place in
            let walks = [before.walks[place], after.walks[place]].compactMap { $0 }
            return place == 0 && !shown.isComplete || walks.contains { !$0.isComplete }
        }.map { scenes[$0] }
    }
}

extension ExplorationLimits {
    /// The bounds of comparisons, for which two versions are explored.
    public static var ofComparisons: ExplorationLimits {
        var limits = ExplorationLimits()
        limits.states = 5_000
        return limits
    }
}

extension ComparedVersions {
    fileprivate func drafts(_ words: ChangeWords) -> [DraftChange] {
        let order = callOrder(words)
        var drafts = order + lostSteps(words) + gainedSteps(words)
        let moved = Set(order.flatMap(\.steps))
        var knownKeys: Set<Transitions.Key> = []
        for scene in scenes.indices { drafts += leads(in: scene, beyond: &knownKeys, words, moved: moved) }
        drafts += branches(words)
        drafts += scenesOfOne(words) + anywhereWords(words) + answers(words)
        var knownFacets: Set<[String]> = []
        for language in new.bot.bot.languages where old.bot.bot.languages.contains(language) {
            drafts += facets(in: language, beyond: &knownFacets, words)
        }
        return drafts + renamedSteps(words)
    }

    /// The most important first, and of one kind those that come first in the files.
    fileprivate func sorted(_ drafts: [DraftChange]) -> [DraftChange] {
        let ranks = Dictionary(BehaviourChange.Kind.allCases.enumerated().map { ($1, $0) }) { first, _ in first }
        let places = Dictionary(ordered(drafts.flatMap(\.steps)).enumerated().map { ($1, $0) }) { first, _ in first }
        let keyed = drafts.enumerated().map { number, draft in
            (ranks[draft.kind] ?? 0, draft.steps.first.flatMap { places[$0] } ?? 0, number, draft)
        }
        return keyed.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    }

    /// The change with its conversation.
    fileprivate func change(_ draft: DraftChange, isShown: Bool) -> BehaviourChange {
        let start = new.bot.bot.start
        let version = draft.showing?.isOld ?? false ? old : new
        return BehaviourChange(
            kind: draft.kind, text: draft.text,
            step: draft.steps.first ?? PlayStep(start, in: new.bot.bot),
            transcript: !isShown ? nil : draft.showing.flatMap { version.test(draft.text.asTestName, of: $0) },
            isShownOnOld: draft.showing?.isOld ?? false,
            scene: draft.namesScene ? "" : draft.showing.map { scenes[$0.scene] } ?? "")
    }
}
