import ChatPage
import Foundation
import StudioPage
import Testing

private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")
private let folder = sources.appending(path: "Studio/StudioPage/Assets")

@Suite struct StudioFilesTests {
    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).subtracting(["fetched"])
    }

    @Test func `every file of the folder is served, as it is`() throws {
        let served = StudioFiles.all.filter { !$0.name.hasPrefix("codemirror") }
        let shared: Set = ["dom.js", "page.css", "messages.css", "signed-out.js"]
        #expect(
            Set(served.map(\.name))
                == (try names()).subtracting(["studio.html", "publish.html", "licences.txt"]).union(shared))
        for file in served where !shared.contains(file.name) {
            let saved = try Data(contentsOf: folder.appending(path: file.name))
            #expect(Data(file.bytes) == saved, "\(file.name)")
        }
    }

    @Test func `a module imports only files that are there`() throws {
        for file in StudioFiles.all where file.name.hasSuffix(".js") && !file.name.hasPrefix("codemirror") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for imported in text.matches(of: /from '\.\/([^']+)'/).map({ String($0.output.1) }) {
                #expect(StudioFiles.all.contains { $0.name == imported }, "\(file.name) imports \(imported)")
            }
        }
    }

    /// Code that turns text into HTML or into code is in one place, also in the editor.
    @Test func `only one file makes HTML of text`() throws {
        let words = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"]
        for file in StudioFiles.all where file.name.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for word in words {
                let isSaid = text.contains(word)
                #expect(!isSaid, "\(file.name) says \(word)")
            }
        }
    }

    @Test func `there is no script, style or handler in the document, and the policy lets in our own files alone`() {
        for html in [StudioDocument.html(in: "de"), StudioDocument.publishing(in: "ar")] {
            #expect(!html.contains("{{"))
            #expect(html.matches(of: /<script[^>]*>/).allSatisfy { $0.output.contains("src=") })
            #expect(!html.contains("<style"))
            #expect(html.firstMatch(of: /\s(on\w+|style)=/) == nil)
        }
        #expect(!StudioDocument.contentSecurityPolicy.contains("unsafe"))
        #expect(StudioDocument.contentSecurityPolicy.contains("require-trusted-types-for 'script'"))
    }

    /// A text in the page's own language is `t('…')` in the scripts, and stands as it is in the document.
    @Test func `all of the page's own words are in all of its languages`() throws {
        func text(_ name: String) throws -> String {
            String(decoding: try #require(StudioFiles.all.first { $0.name == name }).bytes, as: UTF8.self)
        }
        let rows = try text("words.js").matches(of: /(?m)^  (?:'([^']+)'|(\w+)): \[(.*)\],$/).map { row in
            (key: String(row.1 ?? row.2 ?? ""), texts: row.3.matches(of: /'([^']*)'/).map { String($0.1) })
        }
        let known = Dictionary(rows) { first, _ in first }
        #expect(known.count == rows.count)
        let placeholder = /\{(\w+)\}/
        for (key, texts) in rows {
            #expect(texts.count == StudioDocument.languages.count - 1, "\(key)")
            let wanted = Set(key.matches(of: placeholder).map { String($0.1) })
            for text in texts { #expect(Set(text.matches(of: placeholder).map { String($0.1) }) == wanted, "\(text)") }
        }
        for file in StudioFiles.all where file.name.hasSuffix(".js") && !file.name.hasPrefix("codemirror") {
            for said in try text(file.name).matches(of: /\bt\('([^']+)'/) {
                #expect(known[String(said.1)] != nil, "\(file.name): \(said.1)")
            }
        }
        let names: Set = ["−", "+", "‹", "Publish – Studio"]
        for html in [StudioDocument.html(in: "en"), StudioDocument.publishing(in: "en")] {
            for said in html.matches(of: />([^<>{}\n]+)</) where !names.contains(String(said.1)) {
                #expect(known[said.1.trimmingCharacters(in: .whitespaces)] != nil, "\(said.1)")
            }
            for said in html.matches(of: /(?:aria-label|title|placeholder)="([^"]+)"/) {
                #expect(known[String(said.1)] != nil, "\(said.1)")
            }
        }
    }

    @Test func `the licences name the editor`() {
        #expect(StudioFiles.licences.contains("Marijn Haverbeke"))
        #expect(StudioFiles.licences.contains("WITHOUT WARRANTY OF ANY KIND"))
    }
}

/// The lists of embedded files, of this page, of the desk and of the chat's. `UPDATE_GOLDEN=1` writes them.
@Suite struct EmbeddedListTests {
    struct List: Sendable {
        let prefix: String
        let header: String
        let list: String
        let assets: String
        var fetched: [String] = []
    }

    private static let lists = [
        List(
            prefix: "chat", header: "CChatAssets.h", list: "Web/CChatAssets/ChatAssets.c", assets: "ChatPage/Assets"),
        List(
            prefix: "studio", header: "CStudioAssets.h", list: "Studio/CStudioAssets/StudioAssets.c",
            assets: "StudioPage/Assets", fetched: ["bundle-licence.txt", "codemirror-core.js", "codemirror.js"]),
        List(
            prefix: "desk", header: "CDeskAssets.h", list: "Studio/CDeskAssets/DeskAssets.c", assets: "DeskPage/Assets"),
        List(
            prefix: "account", header: "CAccountAssets.h", list: "Web/CAccountAssets/AccountAssets.c",
            assets: "AccountPage/Assets"),
    ]

    @Test(arguments: lists) func `the list has every file`(list: List) throws {
        let place = sources.appending(path: list.list)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: place.deletingLastPathComponent().deletingLastPathComponent().appending(path: list.assets).path
        ).filter { $0 != "fetched" }.sorted()
        let expected = Self.text(list, names)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try expected.write(to: place, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: place, encoding: .utf8) == expected)
    }

    private static func text(_ list: List, _ names: [String]) -> String {
        func embedded(_ name: String, _ number: Int, _ kind: String, in folder: String) -> [String] {
            ["static const unsigned char \(kind)_\(number)[] = {", "#embed \"\(folder)/\(name)\"", "};"]
        }
        func row(_ name: String, _ number: Int, _ kind: String) -> String {
            "    {\"\(name)\", \(kind)_\(number), sizeof \(kind)_\(number)},"
        }
        let has = "#if __has_embed(\"../\(list.assets)/fetched/codemirror.js\")"
        var lines = [
            "/* Written by a test: UPDATE_GOLDEN=1 adds files that are new in \(list.assets). */",
            "#include \"\(list.header)\"", "", "#pragma clang diagnostic ignored \"-Wc23-extensions\"", "",
        ]
        for (number, name) in names.enumerated() { lines += embedded(name, number, "file", in: "../\(list.assets)") }
        if !list.fetched.isEmpty {
            lines += ["", "/* What .ci/fetch-editor fetches before a build. */", has]
            for (number, name) in list.fetched.enumerated() {
                lines += embedded(name, number, "fetched", in: "../\(list.assets)/fetched")
            }
            lines.append("#endif")
        }
        lines += ["", "static const struct \(list.prefix)_asset files[] = {"]
        lines += names.enumerated().map { row($1, $0, "file") }
        if !list.fetched.isEmpty {
            lines.append(has)
            lines += list.fetched.enumerated().map { row($1, $0, "fetched") }
            lines.append("#endif")
        }
        lines += [
            "};", "", "const struct \(list.prefix)_asset *\(list.prefix)_assets(void) { return files; }", "",
            "size_t \(list.prefix)_asset_count(void) { return sizeof files / sizeof files[0]; }", "",
        ]
        return lines.joined(separator: "\n")
    }
}
