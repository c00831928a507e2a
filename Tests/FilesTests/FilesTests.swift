import Foundation
import Testing

@testable import Files

/// Files that are read in pieces, and files that are written atomically.
@Suite struct FilesTests {
    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "usher-files-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test(arguments: [(0, []), (1, [1]), (9, [9]), (10, [10]), (11, [10, 1]), (30, [10, 10, 10])])
    func `a file comes in pieces of one length, the last one shorter`(_ size: Int, _ lengths: [Int]) throws {
        try Self.inFolder { folder in
            let bytes = Data((0..<size).map { UInt8($0) })
            try bytes.write(to: URL(filePath: folder + "/file"))
            var pieces = try FilePieces(of: folder + "/file", length: 10)
            var read: [Data] = []
            while let piece = try pieces.next() { read.append(piece) }
            let count = pieces.size
            #expect(count == size && read.map(\.count) == lengths && Data(read.joined()) == bytes)
        }
    }

    @Test func `what is no file cannot be read`() throws {
        try Self.inFolder { folder in
            for path in [folder, folder + "/nothing"] {
                let error = #expect(throws: FileError.self) { _ = try FilePieces(of: path) }
                #expect(error?.description.contains(path) == true)
            }
        }
    }

    @Test func `a new file is there when it is kept, only for its owner, in place of what was there`() throws {
        try Self.inFolder { folder in
            let path = folder + "/file"
            try Data("before".utf8).write(to: URL(filePath: path))
            var file = try NewFile(path)
            try file.write(Data("after".utf8))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
            try file.keep(lasting: true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "after")
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        }
    }

    @Test func `a new file that is not kept leaves nothing`() throws {
        try Self.inFolder { folder in
            do {
                var file = try NewFile(folder + "/file")
                try file.write(Data("half".utf8))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `a new file in a folder that is not there is refused at once`() throws {
        try Self.inFolder { folder in
            #expect(throws: FileError.self) { _ = try NewFile(folder + "/nowhere/file") }
        }
    }
}
