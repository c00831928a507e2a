import Expressions

extension Template {
    /// The text as its author has written it, with names and formats in braces, on one line.
    var asWritten: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .number: "#"
            case .insert(let insert): "{\(insert.asWritten)}"
            }
        }.joined().onOneLine
    }
}

extension Template.Insert {
    fileprivate var asWritten: String {
        let fallback = fallback.map { ", or \($0)" } ?? ""
        switch style {
        case .usual: return name.text + fallback
        case .format(let format, _): return "\(name.text), \(format.words)\(fallback)"
        case .unknownFormat(let words, _): return "\(name.text), \(words)\(fallback)"
        case .plural(let variants): return "\(name.text), plural \(variants.asWritten)\(fallback)"
        case .select(let variants): return "\(name.text), select \(variants.asWritten)\(fallback)"
        }
    }
}

extension [Template.Variant] {
    fileprivate var asWritten: String { map { "\($0.key) {\($0.text.asWritten)}" }.joined(separator: " ") }
}
