import Foundation

/// Finds the project that a folder belongs to, so that commands work in every folder of a project.
public enum ProjectSearch {
    /// Returns the project folder above `folder`; `nil` when there is none, or when `folder` is a project itself.
    ///
    /// A project is recognised by `Flows/bot.yaml`. The search does not leave what belongs together: it ends at the
    /// root of a repository, at the home folder, at another file system, and below a folder in which every user may
    /// write. A project of another user counts only if that user owns `folder` as well.
    public static func project(above folder: String, home: String? = nil) -> String? {
        var url = URL(filePath: folder).resolvingSymlinksInPath().standardizedFileURL
        guard !isProject(url), let start = Facts(url) else { return nil }
        let home = home ?? FileManager.default.homeDirectoryForCurrentUser.path
        let homePath = URL(filePath: home).resolvingSymlinksInPath().standardizedFileURL.path
        while !isEnd(url, home: homePath) {
            let parent = url.deletingLastPathComponent().standardizedFileURL
            guard parent.path != url.path, parent.path != "/", let facts = Facts(parent) else { return nil }
            guard facts.device == start.device, !facts.isOpenToAll else { return nil }
            if Facts(parent.appending(path: "Flows/bot.yaml")) != nil,
                let flows = Facts(parent.appending(path: "Flows"))
            {
                return [0, geteuid(), start.owner].contains(flows.owner) ? parent.path : nil
            }
            url = parent
        }
        return nil
    }

    /// Returns the names of the folders directly in `folder` that are projects, in order.
    public static func projects(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let url = URL(filePath: folder)
        return names.filter { Facts(url.appending(path: "\($0)/Flows/bot.yaml")) != nil }.sorted()
    }

    /// Whether a folder is a project, or where a server keeps what it needs without one.
    private static func isProject(_ url: URL) -> Bool {
        ["Flows", "Config/usher.yaml", "data/usher.sqlite"].contains { Facts(url.appending(path: $0)) != nil }
    }

    private static func isEnd(_ url: URL, home: String) -> Bool {
        url.path == home || Facts(url.appending(path: ".git")) != nil
    }

    /// What the file system says of a file or a folder.
    private struct Facts {
        let device: UInt64
        let owner: uid_t
        /// Whether every user may write in it, as in `/tmp`.
        let isOpenToAll: Bool

        /// `nil` when it does not exist, or cannot be seen.
        init?(_ url: URL) {
            var facts = stat()
            guard stat(url.path, &facts) == 0 else { return nil }
            device = UInt64(facts.st_dev)
            owner = facts.st_uid
            isOpenToAll = facts.st_mode & S_IWOTH != 0
        }
    }
}
