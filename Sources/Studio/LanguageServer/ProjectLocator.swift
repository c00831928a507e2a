import Foundation

/// Finds the projects of files and folders.
enum ProjectLocator {
    /// The depth to which an open folder is searched for projects, and the number of folders that are looked at.
    private static let (deepest, most) = (4, 2_000)
    /// Folders that contain no projects of the author's.
    private static let skipped: Set = ["node_modules", "vendor", "target", "build", "dist"]

    /// Returns a path with all links resolved, also when its last parts do not exist yet.
    static func resolved(_ path: String) -> String {
        var (existing, missing) = (path, [String]())
        while existing != "/", !existing.isEmpty {
            if let real = realpath(existing, nil) {
                defer { free(real) }
                let resolved = String(cString: real)
                return missing.isEmpty
                    ? resolved : (resolved == "/" ? "" : resolved) + "/" + missing.joined(separator: "/")
            }
            let url = URL(filePath: existing)
            missing.insert(url.lastPathComponent, at: 0)
            existing = url.deletingLastPathComponent().path
        }
        return path
    }

    /// Returns the folder of the project that a file belongs to: files of `Flows/` and `Config/`, with `Flows/bot.yaml`
    /// beside them.
    static func project(of path: String) -> String? {
        var folder = URL(filePath: path).deletingLastPathComponent()
        var beginning: String?
        while folder.path != "/" {
            let parent = folder.deletingLastPathComponent()
            switch folder.lastPathComponent {
            case "Flows":
                if isProject(parent.path) { return parent.path }
                // The first flow may be written before bot.yaml.
                beginning = beginning ?? parent.path
            case "Config":
                if isProject(parent.path) { return parent.path }
            default: break
            }
            folder = parent
        }
        return beginning
    }

    /// Returns the projects in a folder that is open in an editor: the one that it is or belongs to, and those below it.
    static func projects(below path: String) -> [String] {
        if isProject(path) { return [path] }
        if let own = project(of: path + "/bot.yaml"), isProject(own) { return [own] }
        var found: [String] = []
        var (level, looked) = ([path], 0)
        for _ in 0..<deepest {
            var next: [String] = []
            for folder in level {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                for name in names.sorted() where !name.hasPrefix(".") && !skipped.contains(name) {
                    let path = "\(folder)/\(name)"
                    var isFolder: ObjCBool = false
                    guard looked < most, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                        isFolder.boolValue, (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil
                    else { continue }
                    looked += 1
                    if isProject(path) { found.append(path) } else { next.append(path) }
                }
            }
            level = next
        }
        return found
    }

    private static func isProject(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/Flows/bot.yaml")
    }
}
