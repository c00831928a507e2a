package import ConversationRuntime
import Crypto
package import Expressions
package import Files
package import FlowCompiler
package import Projects

/// The source files of a bot, from the folder of flows or from a version kept in the database.
package struct FlowSources: Sendable {
    package let files: ProjectFiles
    /// The paths of the files of `Flows/images`, by their path inside that folder.
    package let pictures: [String: String]

    private static let images = "Flows/images/"

    /// Reads the current files of a folder.
    package init(
        in folder: ProjectFolder, actions: String = "Config/actions.yaml", services: String = "Config/services.yaml"
    ) throws(ProjectError) {
        files = try folder.files(actions: actions, services: services)
        pictures = folder.pictures()
    }

    /// Takes the files of a kept version.
    ///
    /// - Parameter place: returns the path of a picture.
    /// - Throws: `FileError` when one of its pictures is missing.
    package init(
        _ version: FlowVersion, pictureAt place: (FlowVersion.File) -> String
    ) throws(FileError) {
        var assets: [String: Asset] = [:]
        var pictures: [String: String] = [:]
        for file in version.files where file.role == .picture {
            let name = String(file.path.dropFirst(Self.images.count))
            var pieces = try FilePieces(of: place(file))
            assets[name] = Asset(size: pieces.size, beginning: try pieces.next().map { [UInt8]($0) } ?? [])
            pictures[name] = place(file)
        }
        files = ProjectFiles(version, assets: assets)
        self.pictures = pictures
    }

    /// Compiles the bot; the result has the diagnostics when there are errors.
    package func compile(isStrict: Bool, now: Moment) -> Compilation {
        Compiler.compile(files, options: CompilerOptions(now: now, isStrict: isStrict))
    }

    /// Returns the files in the form in which they are kept as a version.
    package func version() throws(FileError) -> FlowVersion {
        var kept = files.texts.map { FlowVersion.File($0) }
        if let actions = files.actions { kept.append(FlowVersion.File(actions, as: .actions)) }
        if let services = files.services { kept.append(FlowVersion.File(services, as: .services)) }
        for (name, place) in pictures {
            var pieces = try FilePieces(of: place)
            var hash = SHA256()
            while let piece = try pieces.next() { hash.update(data: piece) }
            kept.append(
                FlowVersion.File(
                    role: .picture, path: Self.images + name, checksum: hash.finalize().hexadecimal, size: pieces.size))
        }
        return FlowVersion(hash: files.version, files: kept)
    }

    /// The paths of its pictures, by their paths in the version.
    package var placesOfPictures: [String: String] {
        Dictionary(pictures.map { (Self.images + $0.key, $0.value) }) { first, _ in first }
    }
}
