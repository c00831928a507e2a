import ArgumentParser
import ConversationRuntime
import Diagnostics
import Files
import FlowCompiler
import FlowPublishing
import Foundation
import Projects
import SQLStorage
import Storage
import Studio
import Usher

/// The flows with which a project is compared.
struct ComparedFlows {
    let files: ProjectFiles
    /// What they are, as a sentence names them.
    let name: String

    /// Finds the flows: those of another folder, of a stored version, those that are published, those of the last commit,
    /// or those that a server runs. Ends the command when there are none.
    init(
        from other: String?, version: String?, _ folder: ProjectFolder, _ current: ProjectFiles,
        _ source: SettingsSource
    ) async throws {
        if let other {
            files = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: other).files() }
            name = other
            return
        }
        if let file = source.file, !FileManager.default.isReadableFile(atPath: file) {
            try Bootstrap.refuse("cannot read \(file); does it exist?")
        }
        let storage = source.storage
        if let version {
            let store = try OperatorAccess.open(source).versions
            let found = try await store.onlyVersion(version)
            self = try Self(found) { store.place(ofPicture: $0) }
            return
        }
        let published = try Console.opening { () throws(StorageError) in try storage.published() }
        if let published {
            self = try Self(published.version) { storage.place(ofPicture: $0) }
            return
        }
        if let committed = PublishedFlows.of(folder, storage: storage) {
            Console.note("usher: nothing was published in \(storage); compared with the last commit")
            var kept = ProjectFiles(committed.version, assets: current.assets)
            kept.version = "commit"
            files = kept
            name = "the last commit"
            return
        }
        self = try await Self(runningIn: storage, source)
    }

    /// The flows that a server runs, of which none were published.
    private init(runningIn storage: StoragePlace, _ source: SettingsSource) async throws {
        if !storage.isAbsent {
            let store = try OperatorAccess.open(source).versions
            if let running = try await store.running(), let version = try await store.version(running.version) {
                self = try Self(version) { store.place(ofPicture: $0) }
                return
            }
        }
        try Bootstrap.refuse(
            "nothing was published in \(storage), and git has no commit of the flows; name a folder with `--from`")
    }

    private init(_ version: FlowVersion, pictureAt place: (FlowVersion.File) -> String) throws {
        files = try Console.orWrongUse { () throws(FileError) in
            try FlowSources(version, pictureAt: place).files
        }
        name = "version \(version.hash)"
    }
}
