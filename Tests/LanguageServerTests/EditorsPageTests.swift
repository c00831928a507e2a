import Foundation
import Testing

/// The page on editors names tests that exist, and settings that the tests of editors use.
@Suite struct EditorsPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func `every rule of the protocol names its tests`() throws {
        let files = try ["Tests/LanguageServerTests", "Tests/EndToEndTests"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path)
                .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
        }
        let tests = Set(try files.flatMap { try Self.text($0).matches(of: /func `([^`]+)`/).map { String($0.1) } })
        let page = try Self.text("Docs/Editors.md")
        let table = try #require(page.range(of: "| rule | test |"))
        let rows = page[table.upperBound...].split(separator: "\n").dropFirst()
        #expect(rows.count > 20)
        for row in rows {
            let cell = row.split(separator: "|").last ?? ""
            let names = cell.matches(of: /`([^`]+ [^`]+)`/).map { String($0.1) }.filter { $0 != "make fuzz" }
            #expect(!names.isEmpty, "\(row)")
            for name in names { #expect(tests.contains(name), "there is no test `\(name)`") }
        }
    }
}
