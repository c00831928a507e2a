import Expressions
import JSON
import MessageModel

/// A form: pages that are filled in together (Interactive Message Types, Form Message).
struct Form {
    let data: JSONObject

    /// - Parameter language: the language for date formats with names of months or days.
    init(_ message: FormMessage, images: ImageSet, writer: BubbleWriter, language: String) {
        let form = message.form
        let names = FormItemNames(form)
        let pages = form.pages.map { page in
            FormPage(page, names: names, images: images, writer: writer, language: language).json
        }
        var inner = JSONObject()
        inner.set("splash", form.intro.map { Self.splash($0, images, writer) })
        inner["startPageIdentifier"] = .string(form.pages.first?.name ?? "")
        if form.hasSummary { inner["showSummary"] = true }
        if form.isPrivate { inner["private"] = true }
        inner["pages"] = .array(pages)
        data = [
            "version": "1.0", "requestIdentifier": .string(message.question),
            "dynamic": ["version": "1.1", "template": "messageForms", "data": .object(inner)],
        ]
    }

    /// Returns the screen before the first page. Apple leaves it out if it has no button.
    private static func splash(_ intro: AskedForm.Intro, _ images: ImageSet, _ writer: BubbleWriter) -> JSONValue {
        var object = JSONObject()
        object.set("header", writer.value(intro.title))
        object.set("splashtext", writer.value(intro.text))
        object["buttonTitle"] = .string(writer.line(intro.button))
        object.set("imageIdentifier", images.identifier(of: intro.image))
        return .object(object)
    }
}

extension FormMessage {
    /// All pictures that the form shows.
    var pictures: [Picture] {
        let options = form.pages.flatMap { page -> [Picture?] in
            guard case .choice(let choice) = page.question.kind else { return [] }
            return choice.options.map(\.image)
        }
        return ([bubble.image, form.intro?.image] + options).compactMap { $0 }
    }
}

/// The identifiers of a form's answers. They must be unique in the whole message, while ids of a flow are unique only
/// on their page; the id itself is always in `value`.
struct FormItemNames {
    private let repeated: Set<String>

    init(_ form: AskedForm) {
        var seen: Set<String> = []
        var repeated: Set<String> = []
        for page in form.pages {
            guard case .choice(let choice) = page.question.kind else { continue }
            for id in Set(choice.options.map(\.choice.id)) where !seen.insert(id).inserted { repeated.insert(id) }
        }
        self.repeated = repeated
    }

    func identifier(of id: String, on page: String) -> String { repeated.contains(id) ? "\(page)/\(id)" : id }
}
