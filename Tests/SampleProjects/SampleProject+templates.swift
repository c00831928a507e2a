import Diagnostics
import Expressions
import FlowCompiler
import ProjectTemplates

extension SampleProject {
    /// A new project of each template, as `usher new` makes it.
    public static var ofTemplates: [SampleProject] {
        guard let zone = Zone("Europe/Berlin") else { return [] }
        return ProjectTemplate.allCases.compactMap { template in
            let facts = ProjectFacts(
                template: template, business: "Corner", zone: zone, currency: ProjectFacts.usualCurrency)
            return SampleProject("new \(template.rawValue)", NewProject(facts))
        }
    }

    private init?(_ name: String, _ project: NewProject) {
        let sources = project.files.map { SourceFile(path: $0.path, bytes: $0.bytes) }
        let pictures = "Flows/images/"
        let assets = project.files.filter { $0.path.hasPrefix(pictures) }.map { file in
            (String(file.path.dropFirst(pictures.count)), Asset(bytes: file.bytes))
        }
        let files = ProjectFiles(
            texts: sources.filter { $0.path.hasPrefix("Flows/") && $0.path.hasSuffix(".yaml") },
            actions: sources.first { $0.path == "Config/actions.yaml" },
            services: sources.first { $0.path == "Config/services.yaml" },
            assets: Dictionary(assets) { first, _ in first }, version: "template")
        self.init(name, files, transcripts: sources.filter { $0.path.hasSuffix(".transcript") })
    }
}
