/// The newest elements of a growing list, numbered from 1 in order of arrival; when a limit is reached, the oldest are
/// removed.
///
/// Adding and finding by number take constant time regardless of the length.
struct BoundedLog<Element: Sendable>: Sendable {
    private struct Kept {
        /// `nil` once it has been removed.
        var element: Element?
        let size: Int
    }

    let countLimit: Int
    let sizeLimit: Int
    private var kept: [Kept] = []
    /// The number of removed elements at the beginning of `kept`.
    private var gone = 0
    private var size = 0
    /// The number of the newest element; 0 before there is one.
    private(set) var lastNumber = 0

    /// - Parameters:
    ///   - countLimit: the maximum number of elements; at least one is always kept.
    ///   - sizeLimit: the maximum total size in bytes, as given with each element.
    init(countLimit: Int, sizeLimit: Int = .max) {
        self.countLimit = max(countLimit, 1)
        self.sizeLimit = sizeLimit
    }

    var count: Int { kept.count - gone }
    var firstNumber: Int { lastNumber - count + 1 }

    mutating func append(_ element: Element, size: Int = 0) {
        kept.append(Kept(element: element, size: size))
        self.size += size
        lastNumber += 1
        while count > countLimit || (self.size > sizeLimit && count > 1) {
            self.size -= kept[gone].size
            kept[gone].element = nil
            gone += 1
        }
        if gone > 32, gone > count {
            kept.removeFirst(gone)
            gone = 0
        }
    }

    /// Removes all elements. Numbers continue.
    mutating func removeAll() { (kept, gone, size) = ([], 0, 0) }

    /// The element with this number, while it is kept.
    subscript(number: Int) -> Element? {
        get { index(of: number).flatMap { kept[$0].element } }
        set {
            if let index = index(of: number), let newValue { kept[index].element = newValue }
        }
    }

    /// Returns the kept elements after `number`, oldest first.
    func elements(after number: Int) -> some Sequence<Element> {
        let start = min(max(number - firstNumber + 1, 0), count)
        return kept[(gone + start)...].lazy.compactMap(\.element)
    }

    /// Returns the newest element that fits, with its number.
    func last(where fits: (Element) -> Bool) -> (number: Int, element: Element)? {
        for index in kept[gone...].indices.reversed() {
            if let element = kept[index].element, fits(element) { return (firstNumber + index - gone, element) }
        }
        return nil
    }

    private func index(of number: Int) -> Int? {
        (firstNumber...max(firstNumber, lastNumber)).contains(number) && count > 0 ? gone + number - firstNumber : nil
    }
}
