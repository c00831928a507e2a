import Expressions
import JSON
import MessageModel

/// One page of a form (Interactive Message Types, Form Message, "Types of Pages").
struct FormPage {
    private let page: AskedForm.Page
    private let names: FormItemNames
    private let images: ImageSet
    private let writer: BubbleWriter
    private let language: String

    init(_ page: AskedForm.Page, names: FormItemNames, images: ImageSet, writer: BubbleWriter, language: String) {
        self.page = page
        self.names = names
        self.images = images
        self.writer = writer
        self.language = language
    }

    var json: JSONValue {
        switch page.question.kind {
        case .choice(let choice) where page.wheel != nil && page.ways.isEmpty: wheel(choice)
        case .choice(let choice): select(choice)
        // A calendar always has a day selected; if the day is optional, it is typed instead.
        case .date where !page.isOptional: calendar
        default: input
        }
    }

    /// Returns the members that every page has. If the answers have their own next pages, the page itself has none.
    private func begun(_ type: String, leads: Bool = true) -> JSONObject {
        var object: JSONObject = ["pageIdentifier": .string(page.name), "type": .string(type)]
        object.set("title", writer.value(page.title))
        object["subtitle"] = .string(writer.text(page.question.prompt))
        guard leads else { return object }
        switch page.next {
        case .page(let name): object["nextPageIdentifier"] = .string(name)
        case .send: object["submitForm"] = true
        }
        return object
    }

    // Answers.

    private func select(_ choice: AskedChoice) -> JSONValue {
        var object = begun("select", leads: choice.several)
        object["multipleSelection"] = .bool(choice.several)
        var items = choice.options.map { option in
            var item = self.item(option)
            item.set("imageIdentifier", images.identifier(of: option.image))
            if !choice.several { lead(&item, target(of: option)) }
            return item
        }
        if let word = page.question.skipWord {
            var item = skip(word)
            if !choice.several { lead(&item, page.next) }
            items.append(item)
        }
        // The page itself is the end only if no answer leads to another page.
        if !choice.several, items.allSatisfy({ $0["nextPageIdentifier"] == nil }) { object["submitForm"] = true }
        object["items"] = .array(items.map(JSONValue.object))
        return .object(object)
    }

    /// Returns answers on a wheel, which always has a selection; the answer that skips the page comes first.
    private func wheel(_ choice: AskedChoice) -> JSONValue {
        var object = begun("picker")
        object.set("pickerTitle", writer.value(page.wheel?.label))
        let skip = page.question.skipWord.map { [self.skip($0)] } ?? []
        let preset = choice.options.firstIndex { $0.choice.id == page.wheel?.preset }
        object.set("selectedItemIndex", preset.map { .int($0 + skip.count) })
        object["items"] = .array((skip + choice.options.map(item)).map(JSONValue.object))
        return .object(object)
    }

    private func item(_ option: AskedChoice.Option) -> JSONObject {
        let id = option.choice.id
        return [
            "identifier": .string(names.identifier(of: id, on: page.name)),
            "title": .string(writer.text(option.label)), "value": .string(id),
        ]
    }

    private func skip(_ word: String) -> JSONObject {
        ["identifier": .string(page.skipID), "title": .string(writer.text(word)), "value": .string(page.skipID)]
    }

    private func target(of option: AskedChoice.Option) -> AskedForm.Page.Target {
        page.ways.indices.contains(option.item) ? page.ways[option.item] ?? page.next : page.next
    }

    private func lead(_ item: inout JSONObject, _ target: AskedForm.Page.Target) {
        if case .page(let name) = target { item["nextPageIdentifier"] = .string(name) }
    }

    // Days and typed input.

    private var calendar: JSONValue {
        var object = begun("datePicker")
        object.set("hintText", writer.value(page.field.hint))
        object["options"] = .object(FormDays(page.days, language).options(label: writer.value(page.field.label)))
        return .object(object)
    }

    private var input: JSONValue {
        var object = begun("input")
        object.set("hintText", writer.value(page.field.hint))
        object["options"] = .object(FormInput(page, writer).options)
        return .object(object)
    }
}
