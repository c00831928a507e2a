import Foundation
import ProjectTemplates
import Testing

/// The list of the embedded files. `UPDATE_GOLDEN=1` writes it.
@Suite struct EmbeddedFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CommandLine")
    private static let templates = folder.appending(path: "ProjectTemplates/Templates")
    private static let list = folder.appending(path: "CProjectTemplates/ProjectTemplateFiles.c")

    /// The paths of all files below the templates, in order.
    private static var paths: [String] {
        (FileManager.default.subpaths(atPath: templates.path) ?? []).filter { path in
            var isFolder: ObjCBool = false
            let place = templates.appending(path: path).path
            return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    private static var expected: String {
        let files = paths.enumerated().map { number, path in
            """
            static const unsigned char file_\(number)[] = {
            #embed "../ProjectTemplates/Templates/\(path)"
            };
            """
        }
        let rows = paths.enumerated().map { "    {\"\($1)\", file_\($0), sizeof file_\($0)}," }
        return """
            /* Written by a test: UPDATE_GOLDEN=1 adds files that are new in ProjectTemplates/Templates. */
            #include "CProjectTemplates.h"

            #pragma clang diagnostic ignored "-Wc23-extensions"

            \(files.joined(separator: "\n"))

            static const struct project_template_file files[] = {
            \(rows.joined(separator: "\n"))
            };

            const struct project_template_file *project_template_files(void) { return files; }

            size_t project_template_file_count(void) { return sizeof files / sizeof files[0]; }

            """
    }

    @Test func `the list has every file of the templates`() throws {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Self.expected.write(to: Self.list, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.list, encoding: .utf8) == Self.expected)
    }

    @Test func `the program has every file as it is`() throws {
        var count = 0
        for template in ProjectTemplate.allCases {
            for (path, bytes) in template.files {
                let place = Self.templates.appending(path: "\(template.rawValue)/\(path)")
                #expect(try [UInt8](Data(contentsOf: place)) == bytes, "\(template) \(path)")
                count += 1
            }
        }
        #expect(count == Self.paths.count)
    }
}
