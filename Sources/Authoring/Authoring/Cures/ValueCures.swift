import Diagnostics
import FlowCompiler

/// Cures of single values.
enum ValueCures {
    /// `then:` with nothing behind it.
    @Sendable static func end(_ context: CureContext) -> [Cure] {
        guard context.marked == "then" else { return [] }
        let end = context.endOfLine
        return context.cure("Lead it to the end", [context.edit(" end", end..<end)])
    }

    /// Without the key that is marked, and what is below it.
    @Sendable static func remove(_ context: CureContext) -> [Cure] {
        guard let entry = context.entry else { return [] }
        // Keys that have no effect are the only ones that are certainly not missed.
        let isUseless = [.thenNeverUsed, .exitWithoutUse].contains(context.diagnostic.code)
        return context.cure("Remove `\(entry.key.string)`", [context.removing(entry)], isCertain: isUseless)
    }

    /// Without an item of a list.
    @Sendable static func removeItem(_ context: CureContext) -> [Cure] {
        guard let span = context.value?.span else { return [] }
        let bytes = context.file.bytes
        let line = context.line
        if let dash = line.content.dash, line.range.lowerBound + dash < span.range.lowerBound {
            let below = CursorLines(context.file).lines[(line.number + 1)...].prefix { !$0.isBlank && $0.column > dash }
            return context.cure(
                "Remove `\(context.marked)`", [context.removing(lines: line.number...line.number + below.count)])
        }
        // In `[a, b]` the comma before it goes, too, or the one after the first item.
        var start = span.range.lowerBound
        while start > line.range.lowerBound, bytes[start - 1] == 0x20 { start -= 1 }
        if start > line.range.lowerBound, bytes[start - 1] == UInt8(ascii: ",") {
            return context.cure("Remove `\(context.marked)`", [context.edit("", start - 1..<span.range.upperBound)])
        }
        return context.entry.map { context.cure("Remove `\(context.marked)`", [context.removing($0)]) } ?? []
    }

    @Sendable static func yesNo(_ context: CureContext) -> [Cure] {
        context.replacing("yes") + context.replacing("no")
    }

    /// Digits for words, and a point for a comma.
    @Sendable static func digits(_ context: CureContext) -> [Cure] {
        let text = context.marked.lowercased()
        if let number = numbers[text] { return context.replacing(String(number), isCertain: true) }
        let pointed = text.replacing(",", with: ".")
        guard pointed != text, pointed.allSatisfy({ $0.isNumber || $0 == "." }),
            pointed.count(where: { $0 == "." }) == 1
        else { return [] }
        return context.replacing(pointed)
    }

    static let numbers = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100,
    ]

    /// `10 €`, `ten euros` or `10,50 EUR` as an amount with the code of its currency.
    @Sendable static func money(_ context: CureContext) -> [Cure] {
        let text = context.marked.lowercased()
        let codes = [
            "€": "EUR", "euro": "EUR", "$": "USD", "dollar": "USD", "£": "GBP", "pound": "GBP", "eur": "EUR",
            "usd": "USD", "gbp": "GBP", "chf": "CHF", "franc": "CHF",
        ]
        let known = codes.keys.sorted().first { text.contains($0) }.flatMap { codes[$0] }
        guard let code = known ?? context.elsewhere("Flows/bot.yaml")?.root.string("currency") else { return [] }
        let digits = text.filter { $0.isNumber || $0 == "." || $0 == "," }.replacing(",", with: ".")
        let word = text.split(separator: " ").lazy.compactMap { numbers[String($0)] }.first
        guard !digits.isEmpty || word != nil else { return [] }
        let parts = (digits.isEmpty ? String(word ?? 0) : digits).split(
            separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts[0].isEmpty else { return [] }
        let decimals = (parts.count == 2 ? String(parts[1].prefix(2)) : "") + "00"
        return context.replacing("\(parts[0]).\(decimals.prefix(2)) \(code)")
    }

    /// A date in the usual order, and the last day of a month for one that it does not have.
    @Sendable static func date(_ context: CureContext) -> [Cure] {
        let text = context.marked
        guard let word = text.split(separator: " ").first else { return [] }
        let rest = text.dropFirst(word.count)
        let parts = word.split { "-./".contains($0) }.compactMap { Int($0) }
        guard parts.count == 3 else { return [] }
        let orders = parts[0] > 31 ? [parts] : [[parts[2], parts[1], parts[0]], [parts[2], parts[0], parts[1]]]
        return orders.flatMap { order -> [Cure] in
            let (year, month, day) = (order[0], order[1], order[2])
            guard (1900...2999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return [] }
            let last = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            return context.replacing("\(year)-\(two(month))-\(two(min(day, last)))\(rest)")
        }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    /// A whole address, over a secure connection.
    @Sendable static func secure(_ context: CureContext) -> [Cure] {
        let text = context.marked
        if text.hasPrefix("http://") { return context.replacing("https://" + text.dropFirst("http://".count)) }
        let isHost = text.contains(".") && !text.contains("://") && !text.contains(" ")
        return isHost ? context.replacing("https://" + text) : []
    }

    /// The limits that the message names.
    @Sendable static func limits(_ context: CureContext) -> [Cure] {
        guard let limits = context.diagnostic.message.quoted(between: " goes from ", ", this is") else { return [] }
        let words =
            limits.hasSuffix(" upwards")
            ? [String(limits.dropLast(" upwards".count))]
            : limits.split(separator: " to ")
                .map(String.init)
        return words.flatMap { context.replacing($0) }
    }

    /// The same picture as PNG, where there is one.
    @Sendable static func sameAsPNG(_ context: CureContext) -> [Cure] {
        let name = context.marked.prefix { $0 != "." } + ".png"
        return context.draft.files.assets[String(name)] == nil ? [] : context.replacing(String(name))
    }

    /// The currency of the amount above.
    @Sendable static func sameCurrency(_ context: CureContext) -> [Cure] {
        guard let other = context.diagnostic.related.first?.label, context.marked.count > 3 else { return [] }
        return context.replacing(context.marked.dropLast(3) + other)
    }
}
