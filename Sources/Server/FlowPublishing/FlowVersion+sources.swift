package import ConversationRuntime
import Crypto
package import Diagnostics
package import FlowCompiler
import Projects

extension FlowVersion {
    /// `Flows/bot.yaml`, the flows and their translations.
    package var texts: [SourceFile] {
        files.filter { [.bot, .flow, .translation].contains($0.role) }.map(\.source)
    }
}

extension ProjectFiles {
    /// The files of a version as they are compiled.
    ///
    /// - Parameter assets: its pictures, which a version does not contain.
    package init(_ version: FlowVersion, assets: [String: Asset]) {
        func source(_ role: FlowVersion.File.Role) -> SourceFile? {
            version.files.first { $0.role == role }.map(\.source)
        }
        self.init(
            texts: version.texts, actions: source(.actions), services: source(.services), assets: assets,
            version: version.hash)
    }
}

extension FlowVersion.File {
    /// The file as text; an empty one for a picture.
    package var source: SourceFile { SourceFile(path: path, bytes: content ?? []) }

    /// A text of a project as a version keeps it.
    ///
    /// - Parameter role: what the project uses it for; `nil` for what its path says.
    package init(_ text: SourceFile, as role: Role? = nil) {
        self.init(
            role: role ?? text.role, path: text.path, checksum: SHA256.hash(data: text.bytes).hexadecimal,
            size: text.bytes.count, content: text.bytes)
    }
}

extension SourceFile {
    fileprivate var role: FlowVersion.File.Role {
        switch path {
        case "Flows/bot.yaml": .bot
        case ProjectFolder.actions: .actions
        case ProjectFolder.services: .services
        default: isTranslation ? .translation : .flow
        }
    }
}

extension SHA256.Digest {
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
