import Crypto
public import Files
import Foundation

/// The key that opens the studio of a project. It lies in `.usher/key`, so that an open page outlives a restart of the
/// server.
public struct StudioKey: Sendable {
    /// 128 random bits in hexadecimal digits.
    public let text: String

    /// A key for one run of the server.
    public init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<16).map { _ in String(format: "%02x", UInt8.random(in: 0...255, using: &generator)) }.joined()
    }

    private init?(_ text: String) {
        let isKey = text.utf8.count == 32 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        guard isKey else { return nil }
        self.text = text
    }

    /// The key of a project, which is made if there is none. Only its owner can read it, and git ignores its folder.
    ///
    /// - Throws: `FileError` when the folder cannot be written.
    public static func kept(in project: String) throws(FileError) -> StudioKey {
        let folder = try StudioFolder(in: project).path
        let path = "\(folder)/key"
        if let bytes = FileManager.default.contents(atPath: path),
            let key = StudioKey(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        {
            guard chmod(path, 0o600) == 0 else { throw FileError("cannot restrict \(path) to its owner") }
            return key
        }
        let key = StudioKey()
        var file = try NewFile(path)
        try file.write(Data("\(key.text)\n".utf8))
        try file.keep()
        return key
    }

    /// Whether a text is the key; the time of the comparison reveals nothing about it.
    func matches(_ text: String) -> Bool { Self.isSame(text, self.text) }

    static func isSame(_ text: String, _ other: String) -> Bool {
        SHA256.hash(data: Data(text.utf8)) == SHA256.hash(data: Data(other.utf8))
    }

    /// The value of the cookie that the key is exchanged for. Servers on other ports of this machine see the cookie,
    /// and do not learn the key from it.
    var cookie: String {
        let key = SymmetricKey(data: Data(text.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("cookie of the studio".utf8), using: key)
        return code.prefix(24).map { String(format: "%02x", $0) }.joined()
    }
}

/// The folder `.usher` of a project: what belongs to this machine alone.
struct StudioFolder: Sendable {
    let path: String

    /// Makes the folder, with a file that lets git ignore all of it.
    init(in project: String) throws(FileError) {
        path = "\(project)/.usher"
        let ignored = "\(path)/.gitignore"
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            if !FileManager.default.fileExists(atPath: ignored) {
                try Data("*\n".utf8).write(to: URL(filePath: ignored))
            }
        } catch {
            throw FileError("cannot write \(path)")
        }
    }
}
