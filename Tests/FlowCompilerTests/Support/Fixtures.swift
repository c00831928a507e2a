import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import TestSupport

/// The folders of this test target that contain projects.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the names of the folders inside `folder`, sorted.
    static func projects(in folder: String) -> [String] {
        let url = Self.folder.appending(path: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { !$0.hasPrefix(".") && !$0.contains(".") }.sorted()
    }

    /// Merges the files of several projects; later ones replace earlier ones.
    static func files(_ folders: String...) -> ProjectFiles {
        var texts: [String: SourceFile] = [:]
        var configs: [String: SourceFile] = [:]
        var assets: [String: Asset] = [:]
        for folder in folders {
            let flows = Self.folder.appending(path: "\(folder)/Flows")
            for name in names(in: flows) where name.hasSuffix(".yaml") {
                texts[name] = SourceFile(path: "Flows/\(name)", bytes: bytes(flows.appending(path: name)))
            }
            let config = Self.folder.appending(path: "\(folder)/Config")
            for name in names(in: config) where name.hasSuffix(".yaml") {
                configs[name] = SourceFile(path: "Config/\(name)", bytes: bytes(config.appending(path: name)))
            }
            let images = flows.appending(path: "images")
            for name in names(in: images) { assets[name] = Asset(bytes: bytes(images.appending(path: name))) }
        }
        return ProjectFiles(
            texts: texts.keys.sorted().compactMap { texts[$0] }, actions: configs["actions.yaml"],
            services: configs["services.yaml"], assets: assets, version: "test")
    }

    /// Returns the transcripts of a project.
    static func transcripts(_ folder: String) -> [SourceFile] {
        let flows = Self.folder.appending(path: "\(folder)/Flows")
        return names(in: flows).sorted().filter { $0.hasSuffix(".transcript") }.map { name in
            SourceFile(path: "Flows/\(name)", bytes: bytes(flows.appending(path: name)))
        }
    }

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private static func bytes(_ file: URL) -> [UInt8] { (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? [] }

    /// Monday 2 March 2026, 10:00 in Berlin.
    static let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))
}
