import ChatPage
import DeskPage
import Foundation
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Studio/DeskPage/Assets")

@Suite struct DeskFilesTests {
    @Test func `every file of the folder is served, as it is`() throws {
        let shared: Set = ["dom.js", "page.css", "signed-out.js"]
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(Set(DeskFiles.all.map(\.name)) == names.subtracting(["desk.html"]).union(shared))
        for file in DeskFiles.all where !shared.contains(file.name) {
            let saved = try Data(contentsOf: folder.appending(path: file.name))
            #expect(Data(file.bytes) == saved, "\(file.name)")
        }
    }

    @Test func `a module imports only files that are there, and none makes HTML of text`() throws {
        let sinks = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"]
        for file in DeskFiles.all where file.name.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for imported in text.matches(of: /from '\.\/([^']+)'/).map({ String($0.output.1) }) {
                #expect(DeskFiles.all.contains { $0.name == imported }, "\(file.name) imports \(imported)")
            }
            for sink in sinks {
                let isSaid = text.contains(sink)
                #expect(!isSaid, "\(file.name) says \(sink)")
            }
        }
    }

    @Test(arguments: PageDocument.languages)
    func `the document has a language and a direction, and no script of its own`(
        language: String
    ) throws {
        let html = DeskDocument.html(language: language)
        #expect(html.contains("<html lang=\"\(language)\" dir=\"\(language == "ar" ? "rtl" : "ltr")\">"))
        #expect(!html.contains("{{"))
        #expect(html.matches(of: /<script[^>]*>/).allSatisfy { $0.output.contains("src=") })
        #expect(!html.contains("<style"))
        #expect(html.firstMatch(of: /\s(on\w+|style)=/) == nil)
    }

    @Test func `a language that the page does not speak is not put into the document`() {
        #expect(DeskDocument.html(language: "\"><script>").contains("<html lang=\"en\""))
    }

    /// A text that one language lacks would be shown by its key.
    @Test func `every text exists in every language`() throws {
        let file = try #require(DeskFiles.all.first { $0.name == "desk-words.js" })
        let text = String(decoding: file.bytes, as: UTF8.self)
        let order = try #require(text.firstMatch(of: /const order = \[([^\]]*)\]/)).output.1
        let count = order.matches(of: /'\w+'/).count
        for language in PageDocument.languages {
            let table = try #require(
                text.firstMatch(of: try Regex("\n  \(language): \\[(.*?)\n  \\],").dotMatchesNewlines()))
            let words = String(table.output[1].substring ?? "")
            #expect(words.matches(of: /'[^'\n]*'/).count == count, "\(language)")
        }
        for module in DeskFiles.all where module.name.hasSuffix(".js") {
            let said = String(decoding: module.bytes, as: UTF8.self).matches(of: /\bsay\('(\w+)'/)
            for key in said.map({ String($0.output.1) }) {
                let isKnown = order.contains("'\(key)'")
                #expect(isKnown, "\(module.name) says \(key)")
            }
        }
    }

    @Test func `the policy lets in our own files alone, and frames nothing but the chat of the same server`() {
        for framesChat in [false, true] {
            let policy = DeskDocument.contentSecurityPolicy(framesChat: framesChat)
            #expect(!policy.contains("unsafe"))
            #expect(policy.contains("require-trusted-types-for 'script'"))
            #expect(policy.contains("frame-src 'self'") == framesChat)
            #expect(policy.contains("frame-ancestors 'none'"))
        }
    }
}
