import CAccountAssets
public import ChatPage
import Crypto
import Foundation

/// The files of the page on which operators sign in, embedded in the program: its own, and those that it shares with the
/// chat page.
public enum AccountFiles {
    /// The files that the page loads.
    public static let all: [PageFile] =
        embedded.filter { $0.name != page.name && $0.name != signedOut.name }
        + PageFiles.all.filter { shared.contains($0.name) }

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

    /// What other pages of operators show when no one is signed in.
    public static let signedOut = file("signed-out.js")

    static let page = file("account.html")

    private static func file(_ name: String) -> PageFile {
        embedded.first { $0.name == name } ?? PageFile(name: name, bytes: [])
    }

    private static let embedded: [PageFile] = UnsafeBufferPointer(
        start: account_assets(), count: account_asset_count()
    ).map { asset in
        PageFile(
            name: String(cString: asset.name),
            bytes: [UInt8](UnsafeBufferPointer(start: asset.bytes, count: asset.size)))
    }
}
