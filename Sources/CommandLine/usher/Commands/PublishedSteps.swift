import Authoring
import Projects

/// The steps of a project that customers may be waiting in.
enum PublishedSteps {
    static func of(_ folder: ProjectFolder) -> Set<StepName> { [] }
}
