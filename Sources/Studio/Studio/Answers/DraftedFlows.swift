import Channels
import Diagnostics
import Files
import FlowCompiler
import FlowMap
import HTTPTypes
import JSON
import Plays
import Projects

/// The flows of a project with unsaved texts in place of those on the disk: compiled once for each text.
actor DraftedFlows {
    private struct Disk {
        let stamps: [String: FileStamp]
        let files: ProjectFiles
        let transcripts: [SourceFile]
    }

    private struct Key: Equatable {
        let texts: [String: String]
        let stamps: [String: FileStamp]
    }

    private let texts: ProjectTexts
    private let isStrict: Bool
    private let clock: any WallClock
    private let compilations: CompilationMemory
    private var disk: Disk?
    /// The files on the disk when they were read first.
    private(set) var opened: ProjectFiles?
    private var last: (key: Key, flows: StudioFlows)?
    /// The maps that were drawn last, so that boxes keep their order.
    private var maps: [String: MapDrawing] = [:]

    init(_ texts: ProjectTexts, isStrict: Bool, clock: any WallClock, compilations: CompilationMemory) {
        self.texts = texts
        self.isStrict = isStrict
        self.clock = clock
        self.compilations = compilations
    }

    /// Compiles the files, unless that has just been done.
    ///
    /// - Parameter drafts: unsaved texts by path; the file need not exist.
    func flows(with drafts: [StudioPath: String]) throws(StudioRefusal) -> StudioFlows {
        let disk = try current()
        let key = Key(
            texts: Dictionary(drafts.map { ($0.key.text, $0.value) }) { $1 }, stamps: disk.stamps)
        if let last, last.key == key { return last.flows }
        var files = disk.files
        let own = drafts.map { SourceFile(path: $0.key.text, bytes: Array($0.value.utf8)) }
        files.texts = Self.laid(
            own.filter { $0.path.hasPrefix("Flows/") && $0.path.hasSuffix(".yaml") }, over: files.texts)
        files.actions = own.first { $0.path == ProjectFolder.actions } ?? files.actions
        files.services = own.first { $0.path == ProjectFolder.services } ?? files.services
        let options = CompilerOptions(now: clock.now, isStrict: isStrict)
        let transcripts = Self.laid(own.filter { $0.path.hasSuffix(".transcript") }, over: disk.transcripts)
        let flows = StudioFlows(
            files, transcripts: transcripts, compilation: compilations.compilation(of: files, options: options),
            after: last?.flows)
        last = (key, flows)
        return flows
    }

    /// The map of a flow; `nil` when there is none of this name, or none was ever valid.
    ///
    /// - Parameter traffic: the numbers of customers to show.
    func map(
        of flow: String, with drafts: [StudioPath: String], traffic: FlowTraffic? = nil
    ) throws(StudioRefusal) -> MapDrawing? {
        let drawing = try flows(with: drafts).map(of: flow, traffic: traffic, near: maps[flow])
        maps[flow] = drawing ?? maps[flow]
        return drawing
    }

    private func current() throws(StudioRefusal) -> Disk {
        // The stamps come first: what is saved meanwhile is read again.
        var stamps = texts.stamps
        let pictures = texts.folder.pictures()
        for (name, place) in pictures { stamps["images/\(name)"] = FileStamp(place) }
        if let disk, disk.stamps == stamps { return disk }
        do throws(ProjectError) {
            let new = Disk(
                stamps: stamps, files: try texts.folder.files(), transcripts: try texts.folder.transcripts())
            disk = new
            if opened == nil { opened = new.files }
            return new
        } catch {
            throw StudioRefusal(.internalServerError, "\(error)")
        }
    }

    private static func laid(_ own: [SourceFile], over files: [SourceFile]) -> [SourceFile] {
        var byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        for file in own { byPath[file.path] = file }
        return byPath.values.sorted { $0.path < $1.path }
    }
}
