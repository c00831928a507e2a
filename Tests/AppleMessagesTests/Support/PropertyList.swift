/// Writes binary property lists for tests of the reader.
indirect enum PropertyList {
    case string(String)
    case integer(Int)
    case data([UInt8])
    case uid(Int)
    case array([PropertyList])
    case dictionary([(String, PropertyList)])

    /// The encoded list, with numbers of two bytes.
    var bytes: [UInt8] {
        var writer = Writer()
        let top = writer.add(self)
        return writer.list(top)
    }

    /// Returns an archive whose root is an NSDictionary with these members.
    static func archive(_ members: [(String, PropertyList)]) -> PropertyList {
        var objects: [PropertyList] = [.string("$null"), .string("")]
        var keys: [PropertyList] = []
        var values: [PropertyList] = []
        for (name, value) in members {
            keys.append(.uid(objects.count))
            objects.append(.string(name))
            values.append(.uid(objects.count))
            objects.append(value)
        }
        objects[1] = .dictionary([("NS.keys", .array(keys)), ("NS.objects", .array(values))])
        return archive(objects)
    }

    static func archive(_ objects: [PropertyList]) -> PropertyList {
        .dictionary([
            ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
            ("$top", .dictionary([("root", .uid(1))])), ("$objects", .array(objects)),
        ])
    }

    private struct Writer {
        var objects: [[UInt8]] = []

        mutating func add(_ value: PropertyList) -> Int {
            let number = objects.count
            objects.append([])
            objects[number] = encoded(value)
            return number
        }

        private mutating func encoded(_ value: PropertyList) -> [UInt8] {
            switch value {
            case .string(let text):
                let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
                let content = isASCII ? Array(text.utf8) : text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
                return mark(isASCII ? 0x50 : 0x60, isASCII ? text.utf8.count : text.utf16.count) + content
            case .integer(let number): return [0x12] + Self.number(number, size: 4)
            case .data(let bytes): return mark(0x40, bytes.count) + bytes
            case .uid(let number): return [0x81] + Self.number(number, size: 2)
            case .array(let values): return mark(0xA0, values.count) + references(values.map { add($0) })
            case .dictionary(let members):
                let keys = members.map { add(.string($0.0)) }
                return mark(0xD0, members.count) + references(keys + members.map { add($0.1) })
            }
        }

        private func mark(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind | UInt8(count)] : [kind | 0x0F, 0x12] + Self.number(count, size: 4)
        }

        private func references(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { Self.number($0, size: 2) } }

        func list(_ top: Int) -> [UInt8] {
            var bytes = Array("bplist00".utf8)
            var places: [Int] = []
            for object in objects {
                places.append(bytes.count)
                bytes += object
            }
            let table = bytes.count
            bytes += places.flatMap { Self.number($0, size: 4) }
            bytes += [0, 0, 0, 0, 0, 0, 4, 2] + Self.number(objects.count, size: 8) + Self.number(top, size: 8)
            return bytes + Self.number(table, size: 8)
        }

        private static func number(_ number: Int, size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
    }
}
