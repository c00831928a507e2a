package import Authoring
package import ConversationRuntime
package import Expressions
import FlowCompiler
import FlowPublishing

extension FlowVersion {
    /// The steps of its flows, in which customers may be waiting.
    package func steps(at moment: Moment) -> Set<StepName> {
        let texts = files.filter { $0.role == .bot || $0.role == .flow }.map(\.source)
        if texts.isEmpty { return [] }
        let project = ProjectFiles(texts: texts, assets: [:], version: "")
        let compilation = Compiler.compile(project, options: CompilerOptions(now: moment))
        return Set(
            compilation.steps.flatMap { flow in
                flow.items.filter { $0.way == nil }.map { StepName(flow: flow.flow, step: $0.step) }
            })
    }
}
