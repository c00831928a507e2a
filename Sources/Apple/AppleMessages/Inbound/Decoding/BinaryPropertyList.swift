/// A binary property list, `bplist00`: a sequence of objects, located by an offset table at the end (CFBinaryPList.c of
/// the open-source CoreFoundation).
///
/// An object is parsed on demand and holds only the numbers of the objects inside it, so that neither a cycle nor a
/// list of many references costs more than the bytes received.
struct BinaryPropertyList {
    enum Object: Equatable {
        case string(String)
        case integer(Int)
        case bytes([UInt8])
        /// The number of an object in a keyed archive.
        case reference(Int)
        /// The numbers of its objects.
        case array([Int])
        /// The numbers of its keys, and of their values.
        case dictionary(keys: [Int], values: [Int])
        /// Dates, floating-point numbers and booleans, none of which are needed here.
        case other
    }

    private let bytes: [UInt8]
    private let table: Int
    private let placeSize: Int
    private let numberSize: Int
    private let count: Int
    /// The number of the top object.
    let top: Int

    /// The maximum number of members of a list or a dictionary; those from devices have some dozens.
    static let mostMembers = 10_000

    private static let magic = Array("bplist0".utf8)
    private static let trailerSize = 32

    static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// - Returns: `nil` when the bytes are not a binary property list.
    init?(_ bytes: [UInt8]) {
        guard Self.begins(bytes), bytes.count >= 8 + Self.trailerSize else { return nil }
        self.bytes = bytes
        let trailer = bytes.count - Self.trailerSize
        placeSize = Int(bytes[trailer + 6])
        numberSize = Int(bytes[trailer + 7])
        guard (1...8).contains(placeSize), (1...8).contains(numberSize),
            let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)]),
            let top = Self.number(bytes[(trailer + 16)..<(trailer + 24)]),
            let table = Self.number(bytes[(trailer + 24)..<(trailer + 32)]),
            table <= trailer, count <= (trailer - table) / placeSize, top < count
        else { return nil }
        self.count = count
        self.top = top
        self.table = table
    }

    /// Returns the object of this number; `nil` when there is none, or it extends beyond the bytes.
    func object(_ number: Int) -> Object? {
        guard let place = place(of: number) else { return nil }
        let low = Int(bytes[place] & 0x0F)
        switch bytes[place] >> 4 {
        case 0x1: return low <= 3 ? whole(place + 1, size: 1 << low).map { .integer($0) } : .other
        case 0x4: return content(place, low, unit: 1).map { .bytes(Array($0)) }
        case 0x5, 0x7: return content(place, low, unit: 1).map { .string(String(decoding: $0, as: UTF8.self)) }
        case 0x6: return content(place, low, unit: 2).map { .string(Self.utf16($0)) }
        case 0x8: return whole(place + 1, size: low + 1).map { .reference($0) }
        case 0xA, 0xC: return members(place, low, unit: numberSize).map { .array(numbers($0)) }
        case 0xD: return members(place, low, unit: 2 * numberSize).map(dictionary)
        default: return .other
        }
    }

    /// Returns the number that this object refers to; `nil` when the object is not a reference.
    func reference(_ number: Int) -> Int? {
        guard let place = place(of: number), bytes[place] >> 4 == 0x8 else { return nil }
        return whole(place + 1, size: Int(bytes[place] & 0x0F) + 1)
    }

    /// Whether this object is the given text. It is compared in place, at a cost proportional to the text's length.
    func isText(_ text: String, at number: Int) -> Bool {
        guard let place = place(of: number) else { return false }
        let low = Int(bytes[place] & 0x0F)
        switch bytes[place] >> 4 {
        case 0x5, 0x7: return content(place, low, unit: 1)?.elementsEqual(text.utf8) ?? false
        case 0x6:
            guard let content = content(place, low, unit: 2), content.count == 2 * text.utf16.count else {
                return false
            }
            return Self.utf16(content) == text
        default: return false
        }
    }

    /// Returns the offset of the object of this number.
    private func place(of number: Int) -> Int? {
        guard number >= 0, number < count else { return nil }
        let entry = table + number * placeSize
        guard let place = Self.number(bytes[entry..<(entry + placeSize)]), place >= 8, place < table else { return nil }
        return place
    }

    private func dictionary(_ content: ArraySlice<UInt8>) -> Object {
        let all = numbers(content)
        return .dictionary(keys: Array(all.prefix(all.count / 2)), values: Array(all.suffix(all.count / 2)))
    }

    /// Returns the bytes after an object's marker: a number of units, which may follow as an integer of its own.
    private func content(_ place: Int, _ low: Int, unit: Int) -> ArraySlice<UInt8>? {
        var start = place + 1
        var units = low
        if low == 0x0F {
            guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else { return nil }
            let size = 1 << Int(bytes[start] & 0x0F)
            guard let number = whole(start + 1, size: size) else { return nil }
            start += 1 + size
            units = number
        }
        guard start <= table, units <= (table - start) / unit else { return nil }
        return bytes[start..<(start + units * unit)]
    }

    /// Returns the members of a list or a dictionary; `nil` when there are too many.
    private func members(_ place: Int, _ low: Int, unit: Int) -> ArraySlice<UInt8>? {
        content(place, low, unit: unit).flatMap { $0.count / unit <= Self.mostMembers ? $0 : nil }
    }

    /// Returns an integer that lies before the table.
    private func whole(_ start: Int, size: Int) -> Int? {
        start <= table - size ? Self.number(bytes[start..<(start + size)]) : nil
    }

    private func numbers(_ content: ArraySlice<UInt8>) -> [Int] {
        stride(from: content.startIndex, to: content.endIndex, by: numberSize).map { start in
            Self.number(content[start..<(start + numberSize)]) ?? .max
        }
    }

    /// Returns a big-endian integer; `nil` for one that does not fit, such as a negative number, which does not occur
    /// here.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number: UInt64 = 0
        for digit in digits {
            guard number >> 56 == 0 else { return nil }
            number = number << 8 | UInt64(digit)
        }
        return Int(exactly: number)
    }

    private static func utf16(_ content: ArraySlice<UInt8>) -> String {
        let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map { start -> UInt16 in
            let (high, low) = (UInt16(content[start]), UInt16(content[start + 1]))
            return high << 8 | low
        }
        return String(decoding: units, as: UTF16.self)
    }
}
