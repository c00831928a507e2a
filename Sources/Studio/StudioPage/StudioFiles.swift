import AccountPage
import CStudioAssets
public import ChatPage
import Crypto
import Foundation

/// The files of the studio's page, embedded in the program: its own, those that it shares with the chat page, and the
/// editor if that was fetched before the build.
public enum StudioFiles {
    /// The files that the page loads.
    public static let all: [PageFile] =
        embedded.filter { !documents.contains($0.name) && $0.name != "licences.txt" && $0.name != bundleLicence }
        + PageFiles.all.filter { shared.contains($0.name) } + [AccountFiles.signedOut]

    /// Presented messages look in the studio as they do in the chat.
    private static let shared: Set = ["dom.js", "page.css", "messages.css"]

    /// Whether the program has the editor; otherwise the page has a plain text field.
    public static let hasEditor = embedded.contains { $0.name == "codemirror.js" }

    /// The licences of the parts that are not ours.
    public static let licences: String = {
        let texts = embedded.filter { $0.name == "licences.txt" || $0.name == bundleLicence }
        return texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(
            separator: "\nThe package from which the editor is taken:\n\n")
    }()

    /// A hash that changes with the files: it is part of their address, so that browsers may cache them permanently.
    public static let version: String = {
        var hash = SHA256()
        for file in all + [page, publishing] {
            hash.update(data: Data(file.name.utf8))
            hash.update(data: Data(file.bytes))
        }
        return hash.finalize().prefix(8).map { String(format: "%02x", $0) }.joined()
    }()

    private static let documents: Set = ["studio.html", "publish.html"]

    static let page = document("studio.html")
    static let publishing = document("publish.html")

    private static func document(_ name: String) -> PageFile {
        embedded.first { $0.name == name } ?? PageFile(name: name, bytes: [])
    }

    private static let bundleLicence = "bundle-licence.txt"

    private static let embedded: [PageFile] = UnsafeBufferPointer(
        start: studio_assets(), count: studio_asset_count()
    ).map { asset in
        PageFile(
            name: String(cString: asset.name),
            bytes: [UInt8](UnsafeBufferPointer(start: asset.bytes, count: asset.size)))
    }
}
