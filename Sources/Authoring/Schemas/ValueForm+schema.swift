import ChannelRules
import FlowCompiler
import JSON

extension ValueForm {
    /// The schema of a value of this form.
    ///
    /// A text that looks like a number or like `yes` is a text for our reader and not for YAML's, so a text has all
    /// types of scalars. What only the compiler can judge (whether a name exists, whether a condition fits its values)
    /// is not part of it.
    ///
    /// - Parameter key: the key whose limits apply to numbers.
    func schema(of key: LanguageKey? = nil) -> Schema {
        switch self {
        case .prose, .text, .word: .scalar()
        case .oneOf(let words): .oneOf(words)
        case .yesNo: .yesNo
        case .number: .number(from: key?.least, to: key?.most)
        case .wholeNumber: .number(isWhole: true, from: key?.least, to: key?.most)
        case .amount: Schema.of("string", "number").with(examples: ["12.50 EUR", "{price} * 2"])
        case .currency: .text("^[A-Z]{3}$", such: "EUR")
        case .duration: .duration
        case .date: .text(such: "2031-12-01", "today + 30 days")
        case .moment: .text(such: "2031-12-01 10:00")
        case .slot: .text("^[0-9]{4}-[0-9]{2}-[0-9]{2} ", such: "2031-12-01 10:00 for 45 minutes")
        case .hours: .text(such: "9:00 to 18:00", "9:00 to 12:00, 14:00 to 18:00", "closed")
        case .reminder: .text(such: "in 2 days", "1 day before {visit}", "at {visit.start}")
        case .zone: .text(such: "Europe/Dublin")
        case .country: .text("^[A-Z]{2}$", such: "IE")
        case .language: .text("^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", such: "en", "en-GB")
        case .name(let thing): .scalar(such: thing.words)
        case .insert: .text(#"^\{.*\}$"#, such: "{slots.times}")
        case .value: Schema.of("string", "number", "boolean", "array")
        case .condition: .text(such: "visit is before 2031-12-24")
        case .each: .text(" in ", such: "item in basket.items")
        case .type: .text(such: "text", "number, optional")
        case .pattern: .scalar(such: [#"[A-Z]-\d{4}"#])
        case .address: .text(such: "https://shop.example/page")
        case .asset: .text(such: "bread.png")
        case .tap: .text(such: "open https://shop.example", "map")
        case .list(let items): .list(of: .anyOf(items.map { $0.schema(of: key) }))
        case .block(let place): .reference(to: place.definition)
        case .channel(let part): .reference(to: part.definition)
        case .anything: .anything
        case .nothing: .of("null")
        }
    }
}

extension ChannelPart {
    var schema: Schema { keys.schema }
}

extension ChannelKeys {
    /// The keys of a channel's own format that a flow can write.
    fileprivate var schema: Schema {
        switch self {
        case .text: .scalar()
        case .number: .of("string", "number")
        case .flag: .yesNo
        case .block(let keys): .block(names.compactMap { name in keys[name].map { (name, $0.schema) } })
        case .list(let items): .list(of: items.schema)
        case .any, .fixed, .decided: .anything
        }
    }
}
