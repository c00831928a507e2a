import Expressions
import JSON
public import MessageModel

/// Pages to fill in: a type of Usher's own. Its body contains the form in Usher's stored form.
public struct FormContent: MessageContent {
    /// The name of the type: `form`.
    public static let type = "form"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.usher.form+json"]
    /// The state name under which the answers are stored.
    public static let responseName = "form"

    /// The question that the form asks.
    public var label: String
    /// A second line.
    public var note: String?
    /// The pages and their fields.
    public var form: AskedForm

    /// A form with its label and note.
    public init(_ form: AskedForm, label: String, note: String? = nil) {
        self.form = form
        self.label = label
        self.note = note
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The question.
    public var summary: String { label }
    /// The label and the note.
    public var metadata: MessageMetadata { MessageMetadata(title: label, description: note) }
    /// The sentence that the sender asks the question.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.asking(sender, label)
    }
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

    /// Once it has been sent, the flow's text about that.
    func html(of content: FormContent, _ showing: Showing) -> HTML {
        let isOver = !showing.message.responses.identities(with: FormContent.responseName).isEmpty
        let reply = showing.message.customData["bubble"]?["reply"]?.string
        let done: HTML = isOver ? .paragraph(reply, class: "done") : HTML()
        return done + content.form.html(called: content.label, isOver: isOver)
    }
}

extension AskedForm.Page {
    /// The labels of the answers on the page.
    fileprivate var labels: [String] {
        if case .choice(let choice) = question.kind { choice.options.map(\.label) } else { [] }
    }
}
