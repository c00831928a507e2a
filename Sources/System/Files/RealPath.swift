import Foundation

/// The path of a file without symbolic links.
public enum RealPath {
    /// Returns the full path of the file or folder, which need not exist.
    public static func of(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
}
