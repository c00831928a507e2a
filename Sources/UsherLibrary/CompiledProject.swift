import Channels
package import Diagnostics
import FlowCompiler
package import FlowModel
package import Server

/// The flows of a project, compiled, with their pictures.
package struct CompiledProject: Sendable {
    package var bot: Bot
    package let pictures: [String: String]
    /// What there is to say about the flows: only warnings.
    package let report: DiagnosticReport

    package init(of folder: ProjectFolder, _ settings: ServerSettings) throws(UsherError) {
        let files: ProjectFiles
        do throws(ProjectError) {
            files = try folder.files(actions: settings.actionsPath, services: settings.servicesPath)
            pictures = folder.pictures()
        } catch {
            throw .noProject("\(error)")
        }
        let compilation = Compiler.compile(
            files, options: CompilerOptions(now: SystemClock().now, isStrict: settings.isStrict))
        guard let bot = compilation.bot else { throw .brokenFlows(FlowErrors(report: compilation.report)) }
        self.bot = bot
        report = compilation.report
    }
}
