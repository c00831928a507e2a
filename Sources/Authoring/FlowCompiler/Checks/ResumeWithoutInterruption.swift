import Diagnostics

/// `resume` is used only where an anywhere word leads.
struct ResumeWithoutInterruption: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let ordinary = ordinarilyReached(analysis)
        return analysis.project.stepIDs.flatMap { id -> [Diagnostic] in
            guard let from = ordinary[id] else { return [] }
            let resumes = Set(
                analysis.graph.ways(from: id).filter { $0.target == .resume && !$0.isInherited }.map(\.destination.span)
            )
            return resumes.map { span in
                let who = from.map { "people also come here from `\(analysis.name(of: $0, in: id.flow))`" }
                return Diagnostic(
                    .resumeWithoutInterruption,
                    "\(who ?? "people also begin here"), where nothing was interrupted", at: span,
                    label: "they start anew", help: "lead them to a step of their own")
            }
        }
    }

    /// The steps that are reachable without an anywhere word, each with a predecessor; `nil` for an entry.
    private func ordinarilyReached(_ analysis: Analysis) -> [StepID: StepID?] {
        var reached: [StepID: StepID?] = [:]
        var pending: [StepID] = []
        if let start = analysis.project.bot.start, case .step(let first)? = analysis.project.resolve(start, in: nil) {
            pending.append(first)
        }
        for start in pending { reached[start] = .some(nil) }
        while let id = pending.popLast() {
            for target in analysis.graph.ways(from: id).compactMap(\.step) where reached[target] == nil {
                reached[target] = .some(id)
                pending.append(target)
            }
        }
        return reached
    }
}
