import Diagnostics
import Expressions
import FlowCompiler

/// Cures of names in braces, and of conditions.
enum TextCures {
    /// An empty text where the name has no value.
    @Sendable static func orNothing(_ context: CureContext) -> [Cure] {
        guard let close = context.closingBrace(from: context.span.range.upperBound) else { return [] }
        // A sum needs something that can be added.
        for nothing in ["[]", "0"] where context.diagnostic.help?.contains(", or \(nothing)}") == true {
            return context.cure("Begin with `\(nothing)`", [context.edit(", or \(nothing)", close..<close)])
        }
        return context.cure("Write nothing where it is empty", [context.edit(", or nothing", close..<close)])
    }

    /// The second brace of a pair.
    @Sendable static func brace(_ context: CureContext) -> [Cure] {
        let bytes = context.file.bytes
        let place = context.span.range.lowerBound
        guard place < bytes.count else { return [] }
        guard bytes[place] == UInt8(ascii: "{") else {
            return context.cure("Remove the `}`", [context.edit("", place..<place + 1)])
                + context.cure("Write the brace itself", [context.edit("}}", place..<place + 1)])
        }
        var end = place + 1
        while end < bytes.count, bytes[end].isWordByte || bytes[end] == UInt8(ascii: ".") { end += 1 }
        if end > place + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        return context.cure("Close the brace", [context.edit("}", end..<end)])
            + context.cure("Write the brace itself", [context.edit("{{", place..<place + 1)])
    }

    /// The form that all languages have.
    @Sendable static func other(_ context: CureContext) -> [Cure] {
        let place = context.span.range.lowerBound
        guard place < context.file.bytes.count, context.file.bytes[place] == UInt8(ascii: "{"),
            let close = context.closingBrace(from: place + 1)
        else { return [] }
        let isPlural = context.file.text(in: place..<close).contains("plural")
        return context.cure(
            "Add the form `other`", [context.edit(isPlural ? " other {#}" : " other {…}", close..<close)])
    }

    /// `item in loaves` for `loaves`.
    @Sendable static func each(_ context: CureContext) -> [Cure] {
        let list = context.marked
        guard list.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ Name.isIdentifier($0) }) else {
            return []
        }
        return context.replacing("item in \(list)")
    }

    /// Brackets round what `and` joins, or round what `or` joins.
    @Sendable static func brackets(_ context: CureContext) -> [Cure] {
        guard let value = context.value else { return [] }
        let text = value.string
        let outer = ["and", "or"].map { joined(text, by: $0, inner: $0 == "and" ? "or" : "and") }
        return outer.compactMap { $0 }.flatMap { bracketed in
            context.cure("Write `\(bracketed)`", [TextEdit(bracketed, at: value.span)])
        }
    }

    /// The parts between one word, those in brackets that have the other word in them.
    private static func joined(_ text: String, by word: String, inner: String) -> String? {
        guard !text.contains("(") else { return nil }
        let parts = text.split(separator: " \(word) ").map(String.init)
        guard parts.count > 1 else { return nil }
        return parts.map { $0.contains(" \(inner) ") ? "(\($0))" : $0 }.joined(separator: " \(word) ")
    }
}

extension CureContext {
    /// The brace that closes the one before a byte.
    fileprivate func closingBrace(from start: Int) -> Int? {
        var depth = 1
        for index in start..<max(start, file.bytes.count) {
            switch file.bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index }
            case 0x0A where index > span.range.upperBound + 400: return nil
            default: break
            }
        }
        return nil
    }
}
