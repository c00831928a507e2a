import Expressions

/// The names for which a text has other words where they hold no value: `{service, or nothing yet}`.
enum NamesWithAlternatives {
    /// The roots of those in all texts and values of a project.
    static func all(in project: Project) -> Set<String> {
        var inserts = project.bot.allTexts.flatMap(\.template.inserts)
        for flow in project.flows {
            inserts += flow.steps.flatMap(\.textSites).flatMap(\.template.inserts)
            inserts += flow.exits.texts.flatMap(\.template.inserts)
            inserts += (flow.steps.flatMap(\.assignments).map(\.value) + flow.gives.map(\.value)).flatMap(\.inserts)
        }
        return Set(inserts.filter { $0.fallback != nil }.map(\.name.root))
    }
}
