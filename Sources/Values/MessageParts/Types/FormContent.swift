import Expressions
import JSON
public import MessageModel

/// Pages to fill in: a type of our own. Its body has the form as Usher keeps it.
public struct FormContent: MessageContent {
    public static let type = "form"
    public static let mimeTypes = ["application/vnd.usher.form+json"]
    /// The state under which what was filled in is kept.
    public static let responseName = "form"

    /// What it is about.
    public var label: String
    public var note: String?
    public var form: AskedForm

    public init(_ form: AskedForm, label: String, note: String? = nil) {
        self.form = form
        self.label = label
        self.note = note
    }

    public var holdsControls: Bool { true }
    public var summary: String { label }
    public var metadata: MessageMetadata { MessageMetadata(title: label, description: note) }
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

    /// Once it was sent, what the flow says of that.
    func html(of content: FormContent, _ showing: Showing) -> HTML {
        let isOver = !showing.message.responses.identities(with: FormContent.responseName).isEmpty
        let reply = showing.message.customData["bubble"]?["reply"]?.string
        let done: HTML = isOver ? .paragraph(reply, class: "done") : HTML()
        return done + content.form.html(called: content.label, isOver: isOver)
    }
}

extension AskedForm.Page {
    /// What can be chosen on it.
    fileprivate var labels: [String] {
        if case .choice(let choice) = question.kind { choice.options.map(\.label) } else { [] }
    }
}
