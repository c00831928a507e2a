import Diagnostics

extension Template {
    /// The errors in the inserts: names that do not exist, formats that a type does not have.
    public func problems(in types: some TypeScope) -> [Problem] {
        inserts.compactMap { insert in
            switch types.type(of: insert.name, at: insert.nameRange) {
            case .failure(let error): error.problem
            case .success(let type): insert.problem(with: type)
            }
        }
    }
}

extension TypeScope {
    /// The type of a name, or what is wrong with it.
    public func lookUp(_ name: Name, at range: Range<Int>) -> (type: ValueType, problem: Problem?) {
        switch type(of: name, at: range) {
        case .success(let type): (type, nil)
        case .failure(let error): (.unknown, error.problem)
        }
    }

    /// Whether a part of a path is a field that may be empty although its record exists.
    ///
    /// - Parameter isFilled: whether a path, which `name` begins with, is known to hold a value.
    public func hasOptionalField(_ name: Name, unless isFilled: (Name) -> Bool = { _ in false }) -> Bool {
        var type = type(ofRoot: name.root)
        var isOptional = false
        var path = name.root
        for field in name.fields {
            guard let found = type?.fields.first(where: { $0.name == field }) else { return false }
            path += ".\(field)"
            isOptional = (isOptional || found.isOptional) && !isFilled(Name(path))
            type = found.type
        }
        return isOptional
    }
}

extension Template.Insert {
    fileprivate func problem(with type: ValueType) -> Problem? {
        if name.isHours { return problemOfHours(type) }
        return switch style {
        case .usual: unsayable(type)
        case .format(let format, let range):
            format.fits(type) ? nil : unknownFormat(nil, range, type)
        case .unknownFormat(let words, let range): type == .unknown ? nil : unknownFormat(words, range, type)
        case .plural: type.isCountable ? nil : mismatch(type, "a plural needs a number or a list")
        case .select: type.isSelectable ? nil : mismatch(type, "`select` needs a text or an answer")
        }
    }

    /// Opening hours are written as a whole, or those of a day.
    private func problemOfHours(_ type: ValueType) -> Problem? {
        switch style {
        case .usual, .format(.today, _), .format(.tomorrow, _): nil
        case .format(_, let range), .unknownFormat(_, let range):
            Problem(
                .unknownFormat, "opening hours have no format `\(writtenFormat)`", at: range,
                label: "not a format of hours",
                help: suggestion(for: writtenFormat, among: ValueFormat.ofHours, are: "their formats are"))
        case .plural: mismatch(type, "a plural needs a number or a list")
        case .select: mismatch(type, "`select` needs a text or an answer")
        }
    }

    private var writtenFormat: String {
        if case .unknownFormat(let words, _) = style { words } else { Self.words(of: style) }
    }

    private func unsayable(_ type: ValueType) -> Problem? {
        guard case .record(let fields) = type else { return nil }
        return Problem(
            .typeMismatch, "`\(name.text)` is a record, which cannot be said as a whole", at: nameRange,
            label: "a record", help: fields.first.map { "name one of its fields, such as `{\(name.text).\($0.name)}`" })
    }

    private func unknownFormat(_ words: String?, _ range: Range<Int>, _ type: ValueType) -> Problem {
        let known = ValueFormat.words(for: type)
        let text = words ?? Self.words(of: style)
        return Problem(
            .unknownFormat, "\(type.word) has no format `\(text)`", at: range, label: "not a format of \(type.word)",
            help: known.isEmpty
                ? "leave the format out" : suggestion(for: text, among: known, are: "its formats are"))
    }

    private static func words(of style: Template.Style) -> String {
        if case .format(let format, _) = style { format.words } else { "" }
    }

    private func mismatch(_ type: ValueType, _ wants: String) -> Problem {
        Problem(.typeMismatch, "`\(name.text)` is \(type.word), \(wants)", at: nameRange, label: type.word)
    }
}

extension ValueType {
    fileprivate var isCountable: Bool {
        switch self {
        case .number, .money, .list, .unknown: true
        case .choice(let choice): choice.isNumeric || choice.hasMore
        default: false
        }
    }

    fileprivate var isSelectable: Bool {
        switch self {
        case .text, .choice, .yesNo, .number, .unknown: true
        default: false
        }
    }
}
