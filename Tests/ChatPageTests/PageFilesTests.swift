import ChatPage
import Foundation
import TestSupport
import Testing

/// The files of the page in the source folder.
private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Web/ChatPage/Assets")

@Suite struct PageFilesTests {
    @Test func `every file of the folder is served, as it is`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let served = PageFiles.all + [PageFiles.widget]
        #expect(Set(served.map(\.name)) == Set(names).subtracting(["page.html"]))
        for file in served {
            #expect(try Data(file.bytes) == Data(contentsOf: folder.appending(path: file.name)))
        }
    }

    @Test func `a module imports only files that are there`() throws {
        for file in PageFiles.all where file.name.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for imported in text.matches(of: /from '\.\/([^']+)'/).map({ String($0.output.1) }) {
                #expect(PageFiles.all.contains { $0.name == imported }, "\(file.name) imports \(imported)")
            }
        }
    }

    @Test func `files say what they are`() throws {
        let types = Set(PageFiles.all.map(\.mediaType))
        #expect(types == ["text/css; charset=utf-8", "text/javascript; charset=utf-8"])
        #expect(PageFiles.version.count == 16)
    }

    /// Code that turns text into HTML or into code is in one place.
    @Test func `only one file makes HTML of text`() throws {
        let words = ["innerHTML", "outerHTML =", "insertAdjacentHTML", "document.write", "eval(", "new Function"]
        for file in PageFiles.all + [PageFiles.widget] {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for word in words { #expect(!text.contains(word), "\(file.name) says \(word)") }
            #expect(text.contains("parseFromString") == (file.name == "dom.js"))
        }
    }

    @Test func `every language has all words`() throws {
        let text = try #require(PageFiles.all.first { $0.name == "words.js" }).text
        let order = try #require(text.firstMatch(of: /const order = \[(.*?)\];/.dotMatchesNewlines()))
        let names = order.output.1.matches(of: /'(\w+)'/).map { String($0.output.1) }
        #expect(Set(names).count == names.count)
        for language in PageDocument.languages {
            let words = try #require(
                text.firstMatch(of: try Regex(#"\n  "# + language + #": \[(.*?)\n  \],"#).dotMatchesNewlines()))
            let list = words.output[1].substring ?? ""
            #expect(list.matches(of: /'[^']*'/).count == names.count, "\(language)")
            for place in ["{name}", "{page}", "{pages}", "{count}", "{percent}"] {
                #expect(list.contains(place), "\(language) has no \(place)")
            }
        }
    }
}

extension PageFile {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
