/// Kinds of space, by their bytes.
enum Space {
    enum Kind {
        case plain, tab, none
        /// A no-break space of this many bytes.
        case odd(Int)
    }

    static func width(_ bytes: [UInt8], _ at: Int) -> Kind {
        switch bytes[at] {
        case 0x20: return .plain
        case 0x09: return .tab
        case 0xC2 where at + 1 < bytes.count && bytes[at + 1] == 0xA0: return .odd(2)
        case 0xE2 where at + 2 < bytes.count && bytes[at + 1] == 0x80 && [0x87, 0xAF].contains(bytes[at + 2]):
            return .odd(3)
        default: return .none
        }
    }

    /// The number of bytes of the space at `at`; 0 when there is none.
    static func length(_ bytes: [UInt8], _ at: Int) -> Int {
        switch width(bytes, at) {
        case .plain, .tab: 1
        case .odd(let length): length
        case .none: 0
        }
    }

    static func isOdd(_ bytes: [UInt8], _ at: Int) -> Bool {
        if case .odd = width(bytes, at) { true } else { false }
    }

    /// The number of bytes of the space that ends before `end`, not before `start`; 0 when there is none.
    static func lengthBefore(_ bytes: [UInt8], _ end: Int, from start: Int) -> Int {
        for length in 1...3 where end - length >= start {
            if Self.length(bytes, end - length) == length { return length }
        }
        return 0
    }
}
