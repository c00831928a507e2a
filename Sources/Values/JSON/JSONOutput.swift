/// JSON that is being written, as text or as a value: what a type writes is its one form in both.
///
/// Writing text takes a fraction of the time of building a value and writing that.
public struct JSONOutput: ~Copyable {
    private var writer: JSONWriter
    /// Whether the next member or element needs a comma before it.
    private var isBehindAnother = false
    private let isValue: Bool
    /// The objects and arrays that are open, when a value is built.
    private var levels: [Level] = []
    private var value = JSONValue.null

    /// An object or array that is not complete.
    private struct Level {
        /// `nil` for an array.
        var members: JSONObject?
        var elements: [JSONValue] = []
        /// The key of the member that is being written.
        var key = ""
    }

    private init(isValue: Bool) {
        writer = isValue ? JSONWriter(capacity: 0) : JSONWriter()
        self.isValue = isValue
    }

    /// What `work` writes, as compact JSON.
    public static func text(_ work: (inout JSONOutput) -> Void) -> String {
        var output = JSONOutput(isValue: false)
        work(&output)
        return output.writer.text
    }

    /// What `work` writes, as a value.
    static func value(_ work: (inout JSONOutput) -> Void) -> JSONValue {
        var output = JSONOutput(isValue: true)
        work(&output)
        return output.value
    }

    public mutating func write(_ text: String) {
        if isValue { add(.string(text)) } else { writer.write(text) }
    }

    public mutating func write(_ number: Int) {
        if isValue { add(.int(number)) } else { writer.write(number) }
    }

    public mutating func write(_ answer: Bool) {
        if isValue { add(.bool(answer)) } else { writer.put(answer ? "true" : "false") }
    }

    public mutating func write(_ json: JSONValue) {
        if isValue { add(json) } else { writer.write(json) }
    }

    /// Writes an object with the members that `members` sets.
    public mutating func object(_ members: (inout JSONOutput) -> Void) {
        open(Level(members: [:]), UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array.
    @inlinable public mutating func array<Element>(_ values: [Element], _ write: (Element, inout JSONOutput) -> Void) {
        openArray()
        for value in values {
            separate()
            write(value, &self)
        }
        closeArray()
    }
}

/// Members of the object that is being written. Those of no value are left out.
extension JSONOutput {
    public mutating func set(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        begin(key)
        write(text)
    }

    public mutating func set(_ key: StaticString, _ number: Int?) {
        guard let number else { return }
        begin(key)
        write(number)
    }

    public mutating func set(_ key: StaticString, _ answer: Bool) {
        begin(key)
        write(answer)
    }

    public mutating func set(_ key: StaticString, json: JSONValue?) {
        guard let json else { return }
        begin(key)
        write(json)
    }

    @inlinable public mutating func set<Value: JSONRepresentable>(_ key: StaticString, _ value: Value?) {
        guard let value else { return }
        begin(key)
        value.append(to: &self)
    }

    /// Sets a list, which may be empty.
    @inlinable public mutating func set(_ key: StaticString, list values: [some JSONRepresentable]) {
        begin(key)
        array(values) { $0.append(to: &$1) }
    }

    /// Sets a list unless it is empty.
    @inlinable public mutating func set(_ key: StaticString, unlessEmpty values: [some JSONRepresentable]) {
        if !values.isEmpty { set(key, list: values) }
    }

    /// Sets a list of texts, which may be empty.
    public mutating func set(_ key: StaticString, texts: [String]) {
        begin(key)
        array(texts) { $1.write($0) }
    }

    /// Sets a member whose key is known only at run time.
    @inlinable public mutating func set(named key: String, _ value: some JSONRepresentable) {
        begin(named: key)
        value.append(to: &self)
    }

    /// Begins the member whose value is written next.
    public mutating func begin(_ key: StaticString) {
        if isValue { return begin(named: key.description) }
        separate()
        writer.put(UInt8(ascii: "\""))
        writer.put(key)
        writer.put("\":")
    }

    /// Begins a member whose key is known only now.
    public mutating func begin(named key: String) {
        separate()
        guard !isValue else {
            levels[levels.count - 1].key = key
            return
        }
        writer.write(key)
        writer.put(UInt8(ascii: ":"))
    }
}

extension JSONOutput {
    private mutating func open(_ level: @autoclosure () -> Level, _ bracket: UInt8) {
        if isValue { levels.append(level()) } else { writer.put(bracket) }
        isBehindAnother = false
    }

    private mutating func close(_ bracket: UInt8) {
        isBehindAnother = true
        guard isValue else { return writer.put(bracket) }
        let level = levels.removeLast()
        add(level.members.map { .object($0) } ?? .array(level.elements))
    }

    @usableFromInline mutating func openArray() { open(Level(), UInt8(ascii: "[")) }

    @usableFromInline mutating func closeArray() { close(UInt8(ascii: "]")) }

    @usableFromInline mutating func separate() {
        if isBehindAnother, !isValue { writer.put(UInt8(ascii: ",")) }
        isBehindAnother = true
    }

    /// Adds a complete value to the object or array that is open, or ends with it.
    private mutating func add(_ json: JSONValue) {
        guard let last = levels.indices.last else {
            value = json
            return
        }
        if levels[last].members == nil {
            levels[last].elements.append(json)
        } else {
            let key = levels[last].key
            levels[last].members?[key] = json
        }
    }
}
