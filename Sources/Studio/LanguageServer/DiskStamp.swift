import Files
import Foundation

/// Distinguishes the files of a project, their names and what is saved in them, from those before a change.
struct DiskStamp: Equatable {
    private let stamps: [String: FileStamp]

    init(_ project: String) {
        let flows = (try? FileManager.default.subpathsOfDirectory(atPath: "\(project)/Flows")) ?? []
        let config = (try? FileManager.default.contentsOfDirectory(atPath: "\(project)/Config")) ?? []
        let paths = flows.map { "Flows/\($0)" } + config.filter { $0.hasSuffix(".yaml") }.map { "Config/\($0)" }
        let isOwn = { (path: String) in !(path.split(separator: "/").last ?? "").hasPrefix(".") }
        stamps = Dictionary(
            paths.filter(isOwn).compactMap { path in FileStamp("\(project)/\(path)").map { (path, $0) } }
        ) {
            first, _ in first
        }
    }
}
