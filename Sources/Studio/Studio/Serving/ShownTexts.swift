import Authoring
import Channels
import ConversationRuntime
import Diagnostics
import Files
import Foundation
import Projects
import Synchronization

/// The folder of this process in which the studio of a server shows the texts: private, and gone when the server ends. The
/// server's own folder of flows is only read, and only for its transcripts.
final class ShownTexts: Sendable {
    let project: ProjectFolder
    /// The tests of the flows, which belong to no version, by path.
    let transcripts: [String: [UInt8]]
    private let path: String
    private let shown = Mutex<[String: [UInt8]]>([:])
    /// The paths of the pictures.
    private let linked = Mutex<[String]>([])
    private let running = Mutex<(version: FlowVersion?, steps: Set<StepName>?)>((nil, nil))

    /// - Parameter flows: the project that the server was started with; `nil` when it has none.
    init(transcriptsOf flows: ProjectFolder?) throws {
        let temporary = FileManager.default.temporaryDirectory
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        path = temporary.appending(path: "usher-studio-\(UUID().uuidString)").path
        try Self.makeFolders(at: path)
        project = try ProjectFolder(at: path)
        let texts = (try? flows?.transcripts()) ?? []
        transcripts = Dictionary(texts.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    /// No folder that someone else has made is used.
    private static func makeFolders(at path: String) throws {
        for name in ["", "/Flows", "/Flows/images", "/Config"] {
            try FileManager.default.createDirectory(
                atPath: path + name, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Whether all that is shown is there: systems delete old files of the folder for temporary ones, by and by
    /// (`systemd-tmpfiles`).
    var isWhole: Bool {
        let names = shown.withLock { $0.keys.filter { StudioPath($0) != nil } }
        let links = linked.withLock { $0 }
        return (["Flows/images", "Config"] + names + links).allSatisfy { name in
            // A link is looked at, not followed.
            (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")) != nil
        }
    }

    /// Makes the folder empty, as it was at first.
    func makeAnew() throws {
        try shown.withLock { shown in
            remove()
            try Self.makeFolders(at: path)
            shown = [:]
        }
        linked.withLock { $0 = [] }
    }

    /// Makes the folder have these texts and no others. A reader of a file sees the old text or the new one.
    func show(_ texts: [String: [UInt8]]) throws {
        try shown.withLock { shown in
            for (name, bytes) in texts where shown[name] != bytes {
                guard StudioPath(name) != nil else { continue }
                try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
            }
            for name in shown.keys where texts[name] == nil && StudioPath(name) != nil {
                try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            }
            shown = texts
        }
    }

    /// Makes the folder have these pictures, as links to where they are stored.
    func link(_ pictures: [FlowVersion.File], at place: (FlowVersion.File) -> String) throws {
        let images = "\(path)/Flows/images"
        try FileManager.default.removeItem(atPath: images)
        try FileManager.default.createDirectory(
            atPath: images, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var links: [String] = []
        for picture in pictures {
            let parts = picture.path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.prefix(2) == ["Flows", "images"], !parts.contains(".."), !parts.contains("") else { continue }
            let link = "\(path)/\(picture.path)"
            try FileManager.default.createDirectory(
                at: URL(filePath: link).deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place(picture))
            links.append(picture.path)
        }
        linked.withLock { $0 = links }
    }

    // The running version.

    func knows(_ version: FlowVersion) { running.withLock { $0 = (version, nil) } }

    /// The steps of the running version, in which customers may be waiting.
    var steps: Set<StepName> {
        running.withLock { running in
            if let steps = running.steps { return steps }
            let steps = running.version?.steps(at: SystemClock().now) ?? []
            running.steps = steps
            return steps
        }
    }
}

extension FlowVersion {
    /// The version with the files of calls where a project has them, wherever the settings of the server say that they
    /// are (`actions.path`, `services.path`).
    var asShown: FlowVersion {
        FlowVersion(
            hash: hash,
            files: files.map { file in
                var file = file
                switch file.role {
                case .actions: file.path = ProjectFolder.actions
                case .services: file.path = ProjectFolder.services
                case .bot, .flow, .translation, .picture: break
                }
                return file
            })
    }
}
