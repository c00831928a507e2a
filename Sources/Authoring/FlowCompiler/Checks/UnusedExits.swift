import Diagnostics

/// An exit is present only where it can be taken.
struct UnusedExits: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).filter { !$0.isDamaged && !$0.isIdle }.flatMap { step -> [Diagnostic] in
            let name = step.name.value
            var found: [Diagnostic] = []
            if step.question == nil {
                if let silent = step.exits.silent {
                    found.append(unused(silent.key, "`\(name)` asks nothing, so nobody can be silent"))
                }
                if let other = step.exits.other {
                    found.append(unused(other.key, "`\(name)` asks nothing, so no reply can be unexpected"))
                }
                if let unable = step.exits.unable {
                    found.append(unused(unable.key, "`\(name)` asks nothing, so every device can show it"))
                }
            }
            if !step.canFail, let failed = step.exits.failed {
                found.append(unused(failed.key, "`\(name)` sends nothing and calls nothing, so nothing can fail"))
            }
            if let cancelled = step.exits.cancelled, !(step.question?.kind.canBeCancelled ?? false) {
                found.append(unused(cancelled.key, "`\(name)` asks nothing that can be cancelled"))
            }
            return found
        }
    }

    private func unused(_ span: Span, _ message: String) -> Diagnostic {
        Diagnostic(.exitWithoutUse, message, at: span, label: "can never happen", help: "leave it out")
    }
}
