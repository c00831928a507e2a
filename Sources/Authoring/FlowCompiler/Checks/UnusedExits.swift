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
                if let events = step.exits.events {
                    found.append(unused(events.key, "`\(name)` asks nothing, so no event finds it waiting"))
                }
            }
            if let empty = step.exits.empty, !step.questions.contains(where: \.kind.canBeEmpty) {
                let why = step.question == nil ? "asks nothing" : "always has something to choose from"
                found.append(unused(empty.key, "`\(name)` \(why), so nothing can be empty"))
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

extension QuestionKindSyntax {
    /// Whether the question can have nothing to offer: all its answers come from lists, or times may pass or be taken.
    fileprivate var canBeEmpty: Bool {
        switch self {
        case .answers(let answers): answers.isDamaged || answers.items.allSatisfy { $0.each != nil }
        case .times, .unreadable: true
        case .pay(let pay): pay.isDamaged || pay.lines.allSatisfy { $0.each != nil }
        case .text, .number, .money, .date, .signIn, .app, .photo, .file, .place, .form: false
        }
    }
}
