import Authoring
import ConversationRuntime
import Diagnostics
import Foundation
import Projects
import Storage
import Studio
import Usher

/// The steps of a project that customers may be waiting in: those of the version that was published last, or, if none
/// was, of the last commit of the folder's git.
enum PublishedSteps {
    static func of(_ folder: ProjectFolder) -> Set<StepName> {
        let storage = SettingsSource(project: folder.path).storage
        return PublishedFlows.of(folder, storage: storage)?.version.steps(at: Console.now) ?? []
    }
}

extension PublishedFlows {
    /// The flows of a project that customers have: those that were published last, or, if none were, those of the last
    /// commit of the folder's git.
    static func of(_ folder: ProjectFolder, storage: StoragePlace) -> PublishedFlows? {
        if let found = try? storage.published() {
            return PublishedFlows(found.version, publication: found.publication)
        }
        let paths = folder.filesWithLayout().filter {
            $0.hasPrefix("Flows/") || $0 == ProjectFolder.actions || $0 == ProjectFolder.services
        }
        return PublishedFlows(
            committed: GitObjects.contents(of: paths, in: folder.path).map {
                SourceFile(path: $0.path, bytes: $0.bytes)
            })
    }
}

/// Files as they are in the last commit of a folder's git.
enum GitObjects {
    /// Returns the files that the commit contains; none without git.
    static func contents(of paths: [String], in folder: String) -> [(path: String, bytes: [UInt8])] {
        let names = paths.filter { !$0.contains("\n") }
        guard !names.isEmpty, let output = batch(names.map { "HEAD:./\($0)\n" }.joined(), in: folder) else { return [] }
        var rest = output[...]
        return names.compactMap { name in object(&rest).map { (name, $0) } }
    }

    /// Takes the next object of the output of `git cat-file --batch`; `nil` for a missing one.
    private static func object(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let header = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
        rest = rest[(end + 1)...]
        guard header.count == 3, header[1] == "blob", let size = Int(header[2]), rest.count > size else { return nil }
        defer { rest = rest.dropFirst(size + 1) }
        return Array(rest.prefix(size))
    }

    /// A file with this text, to be read from its beginning. A pipe would end this program when git ends before it has read
    /// it, as it does outside of a repository.
    private static func unnamedFile(_ text: String) -> FileHandle? {
        guard let file = tmpfile() else { return nil }
        defer { fclose(file) }
        let handle = FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.seek(toOffset: 0)
        } catch {
            return nil
        }
        return handle
    }

    private static func batch(_ names: String, in folder: String) -> [UInt8]? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder, "cat-file", "--batch"]
        guard let input = unnamedFile(names) else { return nil }
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        return (try? output.fileHandleForReading.readToEnd()).map { [UInt8]($0) }
    }
}
