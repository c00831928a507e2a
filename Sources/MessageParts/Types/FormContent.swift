import Expressions
import JSON
public import MessageModel

/// Pages to fill in: a type of our own. Its body has the form as Usher keeps it.
public struct FormContent: MessageContent {
    public static let type = "form"
    public static let mimeTypes = ["application/vnd.usher.form+json"]

    /// What it is about.
    public var label: String
    public var note: String?
    public var form: AskedForm

    public init(_ form: AskedForm, label: String, note: String? = nil) {
        self.form = form
        self.label = label
        self.note = note
    }

    public var summary: String { label }
    public var metadata: MessageMetadata { MessageMetadata(title: label, description: note) }
    public var notice: String? { "asks you: \(summary)" }
}

struct FormSerializer: ContentSerializer {
    func content(from reader: inout PartReader) throws(PartsProblem) -> FormContent {
        let label = reader.text("label") ?? ""
        let note = reader.text("note").nonEmpty
        do {
            return FormContent(try AskedForm(json: reader.any("form") ?? .null), label: label, note: note)
        } catch {
            throw PartsProblem(at: "parts[\(reader.node.index)].body.form", "\(error)")
        }
    }

    func write(_ content: FormContent, to writer: inout PartWriter) {
        writer.set("label", content.label)
        writer.set("note", content.note)
        writer.set("form", any: content.form.json)
    }
}

struct FormPresenter: ContentPresenter {
    func lines(of content: FormContent, _ showing: Showing) -> [String] {
        let intro = [content.form.intro?.title, content.form.intro?.text].compactMap { $0 }
        return [content.label] + intro
            + content.form.pages.flatMap { page in
                ["\(page.label)\(page.isOptional ? " (optional)" : "")"] + page.labels.map { "• \($0)" }
            }
    }

    /// The pages one below the other; ways between them are for the page that shows it.
    func html(of content: FormContent, _ showing: Showing) -> HTML {
        let intro = HTML.paragraph(content.form.intro?.title) + .paragraph(content.form.intro?.text)
        let pages = content.form.pages.map { page in
            let title: HTML = page.title.map { HTML.element("h4", [:], HTML($0)) } ?? HTML()
            let legend = HTML.element("legend", [:], .lines(page.question.prompt))
            return HTML.element("fieldset", ["data-page": page.name], [legend, title, page.html])
        }
        return intro + .element("form", ["aria-label": content.label], pages)
    }
}

extension AskedForm.Page {
    /// What can be chosen on it.
    fileprivate var labels: [String] {
        if case .choice(let choice) = question.kind { choice.options.map(\.label) } else { [] }
    }

    fileprivate var html: HTML {
        if case .choice(let choice) = question.kind {
            return choice.options.reduce(into: HTML()) { html, option in
                html.append(
                    .element(
                        "button",
                        [
                            "type": "button", "data-choice": option.choice.id,
                            "data-several": choice.several ? "yes" : nil,
                        ], HTML(option.label)))
            }
        }
        let isLong = if case .text(let text) = question.kind { text.kind == "several lines" } else { false }
        let attributes: KeyValuePairs<StaticString, String?> = [
            "name": name, "aria-label": field.label ?? label, "placeholder": field.example,
            "required": isOptional ? nil : "required", "data-kind": kindWord,
        ]
        return isLong ? .element("textarea", attributes) : .void("input", attributes)
    }

    private var kindWord: String {
        switch question.kind {
        case .text(let text): text.kind
        case .number: "number"
        case .money: "money"
        case .date: "date"
        default: "text"
        }
    }
}
