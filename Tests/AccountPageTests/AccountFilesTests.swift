import AccountPage
import ChatPage
import Foundation
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Web/AccountPage/Assets")

/// The page on which operators sign in.
@Suite struct AccountFilesTests {
    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    @Test func `every file of the folder is in the program, as it is`() throws {
        let shared: Set = ["dom.js", "page.css"]
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        let files = AccountFiles.all + [AccountFiles.signedOut]
        #expect(Set(files.map(\.name)) == names.subtracting(["account.html"]).union(shared))
        for file in files where !shared.contains(file.name) {
            #expect(String(decoding: file.bytes, as: UTF8.self) == (try text(file.name)), "\(file.name)")
        }
    }

    @Test func `a module imports only files that are there, and none makes HTML of text`() throws {
        let sinks = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"]
        for file in AccountFiles.all where file.name.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for imported in text.matches(of: /from '\.\/([^']+)'/).map({ String($0.output.1) }) {
                #expect(AccountFiles.all.contains { $0.name == imported }, "\(file.name) imports \(imported)")
            }
            for sink in sinks { #expect(!text.contains(sink), "\(file.name) says \(sink)") }
        }
    }

    @Test(arguments: PageDocument.languages)
    func `the document has a language and a direction, and no script of its own`(language: String) {
        let html = AccountDocument.html(language: language)
        #expect(html.contains("<html lang=\"\(language)\" dir=\"\(language == "ar" ? "rtl" : "ltr")\">"))
        #expect(!html.contains("{{"))
        #expect(html.matches(of: /<script[^>]*>/).allSatisfy { $0.output.contains("src=") })
        #expect(!html.contains("<style"))
        #expect(html.firstMatch(of: /\s(on\w+|style)=/) == nil)
    }

    @Test func `a language that the page does not speak is not put into the document`() {
        #expect(AccountDocument.html(language: "\"><script>").contains("<html lang=\"en\""))
    }

    /// A text that one language lacks would be shown by its key.
    @Test func `every text exists in every language`() throws {
        let words = try text("account-words.js")
        let order = try #require(words.firstMatch(of: /const order = \[([^\]]*)\]/)).output.1
        let count = order.matches(of: /'\w+'/).count
        let signedOut = try text("signed-out.js")
        for language in PageDocument.languages {
            let table = try #require(
                words.firstMatch(of: try Regex("\n  \(language): \\[(.*?)\n  \\],").dotMatchesNewlines()))
            #expect(String(table.output[1].substring ?? "").matches(of: /'[^'\n]*'/).count == count, "\(language)")
            let row = try #require(signedOut.firstMatch(of: try Regex("\n  \(language): \\[(.*?)\\],\n")))
            #expect(String(row.output[1].substring ?? "").matches(of: /'[^'\n]*'/).count == 3, "\(language)")
        }
        for said in try text("account.js").matches(of: /\bsay\('(\w+)'/).map({ String($0.output.1) }) {
            #expect(order.contains("'\(said)'"), "account.js says \(said)")
        }
    }

    @Test func `the policy lets in the page's own files alone`() {
        let policy = AccountDocument.contentSecurityPolicy
        #expect(!policy.contains("unsafe"))
        #expect(policy.contains("require-trusted-types-for 'script'"))
        #expect(policy.contains("frame-ancestors 'none'"))
    }
}
