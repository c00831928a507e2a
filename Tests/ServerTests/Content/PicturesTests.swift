import CurlClient
import FlowCompiler
import Foundation
import MessageModel
import Projects
import TestSupport
import Testing

@testable import Server

/// Files of `Flows/images`, which are read when they are shown.
@Suite struct PicturesTests {
    @Test func `a picture is read where it lies, and one that is too large for a message is not`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a picture", to: "Flows/images/small.png")
        try folder.write(String(repeating: "x", count: 5_000_001), to: "Flows/images/sub/large.png")
        let project = try ProjectFolder(flows: folder.path + "/Flows")
        let pictures = Pictures(files: project.pictures(), client: CurlClient())
        #expect(await pictures.bytes(of: Picture(source: "small.png", alt: nil)) == Array("a picture".utf8))
        #expect(await pictures.bytes(of: Picture(source: "sub/large.png", alt: nil)) == nil)
        #expect(pictures.path(of: "sub/large.png") == folder.path + "/Flows/images/sub/large.png")
        for strange in ["../bot.yaml", "/etc/passwd", "none.png"] {
            #expect(pictures.path(of: strange) == nil)
            #expect(await pictures.bytes(of: Picture(source: strange, alt: nil)) == nil)
        }
    }

    @Test func `the version of a bot changes with every byte of its files`() throws {
        let folder = try TemporaryFolder()
        try folder.write("bot: Shop\n", to: "Flows/bot.yaml")
        let project = try ProjectFolder(flows: folder.path + "/Flows")
        let long = String(repeating: "x", count: 600_000)
        var versions: [String] = []
        for text in ["", long, long + "y", long + "z"] {
            try folder.write(text, to: "Flows/images/price list.pdf")
            let files = try project.files()
            #expect(files.assets["price list.pdf"]?.size == text.count)
            versions.append(files.version)
        }
        #expect(Set(versions).count == 4)
    }
}
