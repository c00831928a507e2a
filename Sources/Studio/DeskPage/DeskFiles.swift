import AccountPage
import CDeskAssets
public import ChatPage
import Crypto
import Foundation

/// The files of the desk's page, embedded in the program: its own, and those that it shares with the chat page.
public enum DeskFiles {
    /// The files that the page loads.
    public static let all: [PageFile] =
        embedded.filter { $0.name != page.name } + PageFiles.all.filter { shared.contains($0.name) }
        + [AccountFiles.signedOut]

    private static let shared: Set = ["dom.js", "page.css"]

    /// A hash that changes with the files: it is part of their address, so that browsers may cache them permanently.
    public static let version: String = {
        var hash = SHA256()
        for file in all + [page] {
            hash.update(data: Data(file.name.utf8))
            hash.update(data: Data(file.bytes))
        }
        return hash.finalize().prefix(8).map { String(format: "%02x", $0) }.joined()
    }()

    static let page = embedded.first { $0.name == "desk.html" } ?? PageFile(name: "desk.html", bytes: [])

    private static let embedded: [PageFile] = UnsafeBufferPointer(
        start: desk_assets(), count: desk_asset_count()
    ).map { asset in
        PageFile(
            name: String(cString: asset.name),
            bytes: [UInt8](UnsafeBufferPointer(start: asset.bytes, count: asset.size)))
    }
}
