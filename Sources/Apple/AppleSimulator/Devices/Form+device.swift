import Expressions
import JSON

extension Form {
    static func isForm(_ feature: any InteractiveFeature) -> Bool { feature is Form }

    var display: JSONObject {
        var object: JSONObject = ["start": .string(startPage)]
        object.set("splash", splash?.display)
        if isPrivate { object["private"] = true }
        if showsSummary { object["summary"] = true }
        object["pages"] = .array(pages.map(\.display))
        return object
    }

    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(ValidationError) -> JSONValue {
        throw ValidationError("items", "a form is filled in, not tapped: POST …/form")
    }

    /// Returns what a device sends back. (Apple, Interactive Message Types, "Response Payload".)
    ///
    /// Apple lists the types `select`, `datePicker` and `input` for answers, so a wheel comes back as `select`.
    func answer(_ filling: FormFilling) -> JSONValue {
        let selections = filling.pages.map { filled -> JSONValue in
            var object: JSONObject = ["pageIdentifier": .string(filled.page.identifier)]
            object.set("title", filled.page.title.map { .string($0) })
            object.set("subtitle", filled.page.subtitle.map { .string($0) })
            object["items"] = .array(
                filled.items.map { item in
                    [
                        "identifier": .string(item.identifier), "type": .string(filled.page.answerType),
                        "title": .string(item.title), "value": .string(item.value),
                    ]
                })
            return .object(object)
        }
        var object: JSONObject = [
            "template": "messageForms", "version": .string(version), "selections": .array(selections),
        ]
        if isPrivate { object["private"] = true }
        return .object(object)
    }
}

extension Form.Splash {
    fileprivate var display: JSONValue {
        var object: JSONObject = ["button": .string(button)]
        object.set("header", header.map { .string($0) })
        object.set("text", text.map { .string($0) })
        object.set("image", imageIdentifier.map { .string($0) })
        return .object(object)
    }
}

extension FormPage {
    /// The type of its answer.
    fileprivate var answerType: String {
        if case .picker = kind { "select" } else { type }
    }

    /// The page as a transcript shows it.
    var display: JSONValue {
        var object: JSONObject = ["page": .string(identifier), "type": .string(type)]
        object.set("title", title.map { .string($0) })
        object.set("subtitle", subtitle.map { .string($0) })
        switch kind {
        case .select(let items, let several):
            object["several"] = .bool(several)
            object["items"] = .array(items.map(\.display))
        case .picker(let items, let title, let selected):
            object.set("label", title.map { .string($0) })
            object["selected"] = .int(selected)
            object["items"] = .array(items.map(\.display))
        case .date(let date): date.describe(in: &object)
        case .input(let input): input.describe(in: &object)
        }
        object.set("next", next.map { .string($0) })
        if submits { object["submits"] = true }
        return .object(object)
    }
}

extension FormPage.Item {
    fileprivate var display: JSONValue {
        var object: JSONObject = [
            "identifier": .string(identifier), "title": .string(title), "value": .string(value),
        ]
        object.set("image", imageIdentifier.map { .string($0) })
        object.set("next", next.map { .string($0) })
        return .object(object)
    }
}

extension FormDate {
    fileprivate func describe(in object: inout JSONObject) {
        object.set("hint", hint.map { .string($0) })
        object.set("label", label.map { .string($0) })
        object["format"] = .string(format)
        object.set("start", start.map { .string($0.iso) })
        object.set("first", first.map { .string($0.iso) })
        object.set("last", last.map { .string($0.iso) })
    }
}

extension FormInput {
    fileprivate func describe(in object: inout JSONObject) {
        object.set("hint", hint.map { .string($0) })
        object.set("label", label.map { .string($0) })
        object.set("prefix", prefix.map { .string($0) })
        object.set("placeholder", placeholder.map { .string($0) })
        object["required"] = .bool(isRequired)
        object["several_lines"] = .bool(hasSeveralLines)
        object["longest"] = .int(longest)
        object.set("regex", pattern.map { .string($0) })
        object["keyboard"] = .string(keyboard)
        object.set("content", content.map { .string($0) })
    }
}
