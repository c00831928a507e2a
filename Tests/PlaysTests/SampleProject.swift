import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import Plays
import ProjectTemplates
import Projects
import TestSupport
import Testing

/// The projects of the repository with transcripts, and a new one of each template.
enum SampleProject: Sendable, CaseIterable, CustomTestStringConvertible {
    case own, bikeRepair, restaurant, webShop, vet, pets, barber, dentist, clinic, editors
    case template(ProjectTemplate)

    static var allCases: [SampleProject] {
        [.own, .bikeRepair, .restaurant, .webShop, .vet, .pets, .barber, .dentist, .clinic, .editors]
            + ProjectTemplate.allCases.map { .template($0) }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private var folder: String? {
        switch self {
        case .own: ""
        case .bikeRepair: "Tests/SimulationTests/Fixtures/bike-repair"
        case .restaurant: "Tests/SimulationTests/Fixtures/restaurant"
        case .webShop: "Tests/SimulationTests/Fixtures/web-shop"
        case .vet: "Tests/SimulationTests/Fixtures/vet"
        case .pets: "Tests/SimulationTests/Fixtures/pets"
        case .barber: "Tests/SimulationTests/Fixtures/barber"
        case .dentist: "Tests/SimulationTests/Fixtures/dentist"
        case .clinic: "Tests/SimulationTests/Fixtures/clinic"
        case .editors: "Tests/Editors/Project"
        case .template: nil
        }
    }

    var testDescription: String {
        if case .template(let template) = self { "a new \(template.rawValue)" } else { folder ?? "" }
    }

    /// The flows of the project, compiled.
    func flows() throws -> StudioFlows {
        let (files, transcripts) = try self.files()
        return StudioFlows(files, transcripts: transcripts, options: Self.options)
    }

    static let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))

    private func files() throws -> (ProjectFiles, [SourceFile]) {
        if case .template(let template) = self {
            guard let zone = Zone("Europe/Berlin"), let currency = Currency("EUR") else { return (.none, []) }
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let place = folder.file("mine")
            try NewProject(
                ProjectFacts(
                    template: template, business: "Cut & Go", zone: zone, currency: currency,
                    languages: .englishAndGerman)
            ).write(to: place)
            let project = try ProjectFolder(at: place)
            return (try project.files(), try project.transcripts())
        }
        let project = try ProjectFolder(at: Self.root.appending(path: folder ?? "").path)
        return (try project.files(), try project.transcripts())
    }
}

extension ProjectFiles {
    fileprivate static let none = ProjectFiles(texts: [], assets: [:], version: "")
}
