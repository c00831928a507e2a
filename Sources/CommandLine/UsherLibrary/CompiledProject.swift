import Channels
import ConversationRuntime
package import Diagnostics
import Files
import FlowCompiler
package import FlowModel
package import FlowPublishing
package import Projects
import SQLStorage
package import Server
package import Storage

/// The compiled flows of a project, with their pictures.
package struct CompiledProject: Sendable {
    package var bot: Bot
    package let sources: FlowSources
    /// The diagnostics of the flows, all of them warnings.
    package let report: DiagnosticReport
    /// The source of the flows.
    package let origin: Publishing.Origin

    package var pictures: [String: String] { sources.pictures }

    /// Compiles the current flows of a folder.
    package init(of folder: ProjectFolder, _ settings: ServerSettings) throws(UsherError) {
        let sources: FlowSources
        do throws(ProjectError) {
            sources = try FlowSources(in: folder, actions: settings.actionsPath, services: settings.servicesPath)
        } catch {
            throw .noProject("\(error)")
        }
        try self.init(sources, from: .folder(sources), settings)
    }

    /// Compiles the flows published last in a database; returns `nil` when none were ever published.
    package static func published(
        in database: StoragePlace, _ settings: ServerSettings
    ) throws(UsherError) -> CompiledProject? {
        let found: (publication: Publication, version: FlowVersion)?
        do throws(StorageError) {
            found = try database.published()
        } catch {
            throw UsherError(error)
        }
        guard let found else { return nil }
        return try of(found.version, number: found.publication.number, in: database, settings)
    }

    /// Compiles what a server with these settings runs: the flows published last, or those of the folder.
    package static func served(_ settings: ServerSettings) throws(UsherError) -> CompiledProject {
        if let published = try published(in: settings.storage, settings) { return published }
        let folder: ProjectFolder
        do throws(ProjectError) {
            folder = try ProjectFolder(flows: settings.flowsPath)
        } catch {
            throw .noProject("\(error)")
        }
        return try CompiledProject(of: folder, settings)
    }

    private static func of(
        _ version: FlowVersion, number: Int, in database: StoragePlace, _ settings: ServerSettings
    ) throws(UsherError) -> CompiledProject {
        let sources: FlowSources
        do throws(FileError) {
            sources = try FlowSources(version) { database.place(ofPicture: $0) }
        } catch {
            throw .noProject("the published version \(version.hash) is incomplete: \(error)")
        }
        return try CompiledProject(sources, from: .publication(number), settings)
    }

    private init(
        _ sources: FlowSources, from origin: Publishing.Origin, _ settings: ServerSettings
    ) throws(UsherError) {
        let compilation = sources.compile(isStrict: settings.isStrict, now: SystemClock().now)
        guard let bot = compilation.bot else {
            let version: String? = if case .publication = origin { sources.files.version } else { nil }
            throw .brokenFlows(FlowErrors(report: compilation.report, version: version))
        }
        self.bot = bot
        self.sources = sources
        self.origin = origin
        report = compilation.report
    }
}
