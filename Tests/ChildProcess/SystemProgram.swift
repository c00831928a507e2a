import Foundation

/// A system program that the tests need.
public struct SystemProgram: Sendable {
    public let path: String
    public let package: String

    public static let nginx = SystemProgram(path: "/usr/sbin/nginx", package: "nginx-light")
    public static let openssl = SystemProgram(path: "/usr/bin/openssl", package: "openssl")

    /// Throws when it is not installed.
    public func require() throws {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw ChildProcessFailure(description: "these tests need \(path); install the package \(package)")
        }
    }
}
