import Foundation
import Projects
import TestSupport
import Testing

/// Which project a folder belongs to.
@Suite struct ProjectSearchTests {
    /// A project at `mine`, whose path has no symbolic links.
    private static func project() throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        try folder.write("bot: Mine\n", to: "mine/Flows/bot.yaml")
        try folder.write("", to: "mine/Config/deploy/notes.txt")
        try folder.write("", to: "mine/Docs/notes.txt")
        let path = URL(filePath: folder.file("mine")).resolvingSymlinksInPath().path
        return (folder, path)
    }

    @Test(arguments: ["Flows", "Config", "Config/deploy", "Docs"])
    func `every folder of a project finds it`(inner: String) throws {
        let (folder, path) = try Self.project()
        #expect(ProjectSearch.project(above: "\(path)/\(inner)") == path)
        #expect(folder.names == ["mine"])
    }

    @Test func `a project itself, a folder of settings and a folder of a database are not searched above`() throws {
        let (folder, path) = try Self.project()
        #expect(ProjectSearch.project(above: path) == nil)
        for (number, file) in ["Flows/hello.yaml", "Config/usher.yaml", "data/usher.sqlite"].enumerated() {
            try folder.write("", to: "mine/own-\(number)/\(file)")
            #expect(ProjectSearch.project(above: "\(path)/own-\(number)") == nil)
        }
    }

    @Test func `projects in a folder are found, not those further below`() throws {
        let (folder, path) = try Self.project()
        try folder.write("bot: Other\n", to: "another/Flows/bot.yaml")
        try folder.write("", to: "notes/Flows/notes.txt")
        try folder.write("bot: Deep\n", to: "deep/er/Flows/bot.yaml")
        #expect(ProjectSearch.projects(in: folder.path) == ["another", "mine"])
        #expect(ProjectSearch.projects(in: path).isEmpty && ProjectSearch.projects(in: "/nowhere").isEmpty)
    }

    @Test func `beside a project there is none`() throws {
        let (folder, _) = try Self.project()
        try folder.write("", to: "other/notes.txt")
        #expect(ProjectSearch.project(above: folder.file("other")) == nil)
        #expect(ProjectSearch.project(above: folder.file("missing")) == nil)
        #expect(ProjectSearch.project(above: "/") == nil)
    }

    @Test func `the search ends at a repository of its own, but finds the project that is one`() throws {
        let (folder, path) = try Self.project()
        try folder.write("", to: "mine/.git/HEAD")
        #expect(ProjectSearch.project(above: "\(path)/Docs") == path)
        try folder.write("", to: "mine/vendor/other/.git/HEAD")
        try folder.write("", to: "mine/vendor/other/Sources/main.c")
        #expect(ProjectSearch.project(above: "\(path)/vendor") == path)
        #expect(ProjectSearch.project(above: "\(path)/vendor/other") == nil)
        #expect(ProjectSearch.project(above: "\(path)/vendor/other/Sources") == nil)
    }

    @Test func `the search ends at the home folder`() throws {
        let (folder, path) = try Self.project()
        try folder.write("", to: "mine/homes/ana/work/notes.txt")
        #expect(ProjectSearch.project(above: "\(path)/homes/ana/work", home: "\(path)/homes/ana") == nil)
        #expect(ProjectSearch.project(above: "\(path)/homes/ana/work", home: "/nowhere") == path)
        try folder.write("bot: Home\n", to: "mine/homes/ana/Flows/bot.yaml")
        #expect(
            ProjectSearch.project(above: "\(path)/homes/ana/work", home: "\(path)/homes/ana") == "\(path)/homes/ana")
    }

    @Test func `a folder in which every user may write hides what is above it, and is no project`() throws {
        let (folder, path) = try Self.project()
        try folder.write("", to: "mine/open/work/notes.txt")
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: "\(path)/open")
        #expect(ProjectSearch.project(above: "\(path)/open/work") == nil)
        try folder.write("bot: Planted\n", to: "mine/open/Flows/bot.yaml")
        #expect(ProjectSearch.project(above: "\(path)/open/work") == nil)
    }

    @Test func `a link leads to the project in which its target lies`() throws {
        let (folder, path) = try Self.project()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: "\(path)/Docs")
        #expect(ProjectSearch.project(above: folder.file("link")) == path)
    }
}
