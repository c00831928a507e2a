import Diagnostics
import FlowCompiler
import FlowModel
public import SampleProjects
import TestSupport

/// A project with all places where its meaning can be changed.
struct MutationSource {
    let project: SampleProject
    private let meaning: String
    private let flows: [WrittenFlow]

    init?(_ project: SampleProject) {
        let compilation = Compiler.compile(project.files, options: SampleProject.options)
        guard let bot = compilation.bot else { return nil }
        self.project = project
        meaning = bot.meaning
        flows = compilation.steps.compactMap { steps in
            guard let flow = bot.flows.first(where: { $0.name == steps.flow }),
                let source = project.files.texts.first(where: { $0.path == steps.file })
            else { return nil }
            return WrittenFlow(flow, steps, in: source)
        }
    }

    /// Where a mutation of a kind can be made: in the flows, and for bounds also in what they share.
    func places(of kind: MutationKind) -> [MutationPlace] {
        let own = flows.flatMap { $0.places(of: kind) }
        guard kind == .boundShifted, let bot = project.files.texts.first(where: { $0.path == "Flows/bot.yaml" }) else {
            return own
        }
        let lines = bot.lines
        let shared = lines.indices.map { number in
            MutationPlace(
                variants: lines[number].shiftedBounds.map {
                    Mutation(
                        kind: kind, file: bot.path, lines: number..<number + 1, before: [lines[number]], after: [$0])
                })
        }
        return own + shared.filter { !$0.variants.isEmpty }
    }

    /// Whether a mutation makes another bot, or none.
    func isChanged(by mutation: Mutation) -> Bool {
        let files = mutation.applied(to: project.files)
        return Compiler.compile(files, options: SampleProject.options).bot?.meaning != meaning
    }
}

extension Mutation {
    /// Draws seeded mutations that differ in meaning, as many of each kind as of the others where there are enough.
    public static func draw(
        _ number: Int, from projects: [SampleProject], seed: UInt64
    ) -> [(project: SampleProject, mutation: Mutation)] {
        let sources = projects.compactMap { MutationSource($0) }
        var queues = MutationKind.allCases.enumerated().map { place, kind in
            var random = SeededRandom(seed: seed &* 31 &+ UInt64(place) &+ 1)
            return order(of: kind, in: sources, using: &random)
        }
        var drawn: [(project: SampleProject, mutation: Mutation)] = []
        while drawn.count < number, queues.contains(where: { !$0.isEmpty }) {
            for kind in queues.indices where drawn.count < number {
                let found = queues[kind].firstIndex { $0.source.isChanged(by: $0.mutation) }
                if let found {
                    let (source, mutation) = queues[kind][found]
                    drawn.append((source.project, mutation))
                }
                queues[kind].removeSubrange(..<(found.map { $0 + 1 } ?? queues[kind].endIndex))
            }
        }
        return drawn
    }

    /// All mutations of a kind in a random order: first one of each place, then a second of each, and so on.
    private static func order(
        of kind: MutationKind, in sources: [MutationSource], using random: inout SeededRandom
    ) -> ArraySlice<(source: MutationSource, mutation: Mutation)> {
        var places: [(source: MutationSource, variants: [Mutation])] = []
        for source in sources {
            for place in source.places(of: kind) where !place.variants.isEmpty {
                places.append((source, place.variants.shuffled(using: &random)))
            }
        }
        places.shuffle(using: &random)
        let most = places.map(\.variants.count).max() ?? 0
        var all: [(source: MutationSource, mutation: Mutation)] = []
        for round in 0..<most {
            for place in places where round < place.variants.count {
                all.append((place.source, place.variants[round]))
            }
        }
        return all[...]
    }
}
