/// An archive written by NSKeyedArchiver: a property list whose objects refer to each other by their numbers under
/// `$objects`, starting from `$top`.
struct KeyedArchive {
    private let list: BinaryPropertyList
    private let objects: [Int]
    private let root: BinaryPropertyList.Object

    /// - Returns: `nil` when the bytes are not an archive with a dictionary as its root.
    init?(_ bytes: [UInt8]) {
        guard let list = BinaryPropertyList(bytes), let top = list.object(list.top),
            case .array(let objects)? = list.member("$objects", of: top),
            let entry = list.member("$top", of: top),
            case .reference(let number)? = list.member("root", of: entry), objects.indices.contains(number),
            let root = list.object(objects[number]), case .dictionary = root
        else { return nil }
        self.list = list
        self.objects = objects
        self.root = root
    }

    /// Returns the text under this name in the root; addresses count as texts.
    func text(_ name: String) -> String? { member(name).flatMap(text) }

    private func text(_ object: BinaryPropertyList.Object) -> String? {
        switch object {
        case .string(let text): return text
        case .bytes(let bytes): return String(validating: bytes, as: UTF8.self)
        case .dictionary:
            // NSURL, NSString, NSData.
            let parts = ["NS.base", "NS.relative"].map { part -> String in
                if case .string(let text)? = list.member(part, of: object).flatMap(resolved), text != "$null" {
                    text
                } else {
                    ""
                }
            }
            if parts.contains(where: { !$0.isEmpty }) { return parts.joined() }
            for name in ["NS.string", "NS.bytes", "NS.data"] {
                switch list.member(name, of: object).flatMap(resolved) {
                case .string(let text)?: return text
                case .bytes(let bytes)?: return String(validating: bytes, as: UTF8.self)
                default: continue
                }
            }
            return nil
        default: return nil
        }
    }

    /// Returns a member of the root: an archived dictionary keeps its names and values in two lists, another object has
    /// them as its own members.
    private func member(_ name: String) -> BinaryPropertyList.Object? {
        guard case .array(let keys)? = list.member("NS.keys", of: root),
            case .array(let values)? = list.member("NS.objects", of: root)
        else { return list.member(name, of: root).flatMap(resolved) }
        let place = zip(keys, values).first { key, _ in isName(name, key) }
        return place.flatMap { list.object($0.1) }.flatMap(resolved)
    }

    /// Whether a key, or the object that it refers to, is this name. Keys are compared in place: many may refer to one
    /// long text.
    private func isName(_ name: String, _ key: Int) -> Bool {
        guard let number = list.reference(key) else { return list.isText(name, at: key) }
        return objects.indices.contains(number) && list.isText(name, at: objects[number])
    }

    /// Returns the object itself, resolving a reference.
    private func resolved(_ object: BinaryPropertyList.Object) -> BinaryPropertyList.Object? {
        guard case .reference(let number) = object else { return object }
        return objects.indices.contains(number) ? list.object(objects[number]) : nil
    }
}

extension BinaryPropertyList {
    /// Returns the value under this name, if the object is a dictionary that contains it.
    func member(_ name: String, of object: Object) -> Object? {
        guard case .dictionary(let keys, let values) = object,
            let place = keys.firstIndex(where: { isText(name, at: $0) })
        else { return nil }
        return self.object(values[place])
    }
}
