import Expressions
import Foundation
import JSON
import MessageModel

extension AskedForm {
    /// The pages one below the other, each a group of fields with its target. The surrounding page's script shows them
    /// one at a time and sends the answers.
    ///
    /// - Parameter isOver: whether the form has been sent and is read-only.
    func html(called name: String, isOver: Bool) -> HTML {
        let shown = pages.map { $0.html(isOver: isOver) }
        let send: HTML =
            isOver ? HTML() : .element("button", ["type": "submit", "class": "send"], HTML(sendWord))
        return .element(
            "form",
            [
                "class": "pages", "aria-label": name, "autocomplete": isPrivate ? "off" : nil,
                "data-name": FormContent.responseName, "data-state": StateType.firstWins.rawValue,
                "data-summary": hasSummary ? "yes" : nil, "data-change": hasSummary ? changeWord : nil,
                "data-over": isOver ? "yes" : nil,
            ], [intro?.html(isOver: isOver) ?? HTML()] + shown + [send])
    }
}

extension AskedForm.Intro {
    fileprivate func html(isOver: Bool) -> HTML {
        let picture = image.map { HTML.image($0.source, alt: $0.alt ?? "") } ?? HTML()
        let words: HTML = .paragraph(title, class: "title") + .paragraph(text)
        let begin: HTML = isOver ? HTML() : .element("button", ["type": "button", "class": "begin"], HTML(button))
        return .element("section", ["class": "intro"], picture, words, begin)
    }
}

extension AskedForm.Page {
    fileprivate func html(isOver: Bool) -> HTML {
        let legend = HTML.element("legend", [:], .lines(title ?? question.prompt))
        let prompt: HTML = title == nil ? HTML() : .paragraph(question.prompt, class: "prompt")
        return .element(
            "fieldset",
            [
                "class": "page", "data-page": name, "data-next": next.json.string, "data-kind": kindWord,
                "data-optional": isOptional ? "yes" : nil, "disabled": isOver ? "disabled" : nil,
            ], legend, prompt, content)
    }

    private var content: HTML {
        guard case .choice(let choice) = question.kind else { return typed }
        if let wheel { return self.wheel(wheel, choice) }
        return choice.options.reduce(into: HTML()) { $0.append(self.choice($1, several: choice.several)) }
    }

    private func choice(_ option: AskedChoice.Option, several: Bool) -> HTML {
        let input = HTML.void(
            "input",
            [
                "type": several ? "checkbox" : "radio", "name": name, "value": option.choice.id,
                "required": several || isOptional ? nil : "required",
                "data-next": several ? nil : target(of: .choice(option.choice)).json.string,
            ])
        let picture = option.image.map { HTML.image($0.source, alt: $0.alt ?? "") } ?? HTML()
        let note = option.choice.note.map { HTML.element("small", [:], HTML($0)) } ?? HTML()
        let words = HTML.element("span", ["class": "words"], HTML(option.label), note)
        return .element("label", ["class": "choice"], input, picture, words)
    }

    private func wheel(_ wheel: AskedForm.Wheel, _ choice: AskedChoice) -> HTML {
        let empty: HTML = isOptional ? .element("option", ["value": ""]) : HTML()
        let options = choice.options.map { option in
            HTML.element(
                "option",
                [
                    "value": option.choice.id, "selected": option.choice.id == wheel.preset ? "selected" : nil,
                    "data-next": target(of: .choice(option.choice)).json.string,
                ], HTML(option.label))
        }
        return field(.element("select", ["name": name, "aria-label": wheel.label ?? label], [empty] + options))
    }

    // Typed answers.

    private var typed: HTML {
        let isRequired = isOptional ? nil : "required"
        let described = field.label ?? label
        switch question.kind {
        case .text(let text) where text.kind == "several lines":
            return field(
                .element(
                    "textarea",
                    [
                        "name": name, "aria-label": described, "placeholder": field.example, "required": isRequired,
                        "rows": "4", "minlength": String(text.atLeast), "maxlength": String(text.atMost),
                    ]))
        case .date:
            let day = days?.preset.map(\.iso)
            return field(
                .void(
                    "input",
                    [
                        "type": "date", "name": name, "aria-label": described, "required": isRequired, "value": day,
                        "min": days?.first.map(\.iso), "max": days?.last.map(\.iso),
                    ]))
        default:
            let text: AskedText? = if case .text(let text) = question.kind { text } else { nil }
            let number = typedNumber
            return field(
                .void(
                    "input",
                    [
                        "type": text?.inputType ?? "text", "name": name, "aria-label": described,
                        "placeholder": field.example, "required": isRequired, "inputmode": inputMode,
                        "autocomplete": text?.autofill ?? "off", "pattern": text?.matches,
                        "minlength": text.map { String($0.atLeast) }, "maxlength": text.map { String($0.atMost) },
                        "data-number": number?.kind, "data-currency": number?.currency,
                        "data-least": number?.least?.description, "data-most": number?.most?.description,
                    ]))
        }
    }

    /// A page's validation of a number during typing, before the bot reads it in the customer's language.
    private struct TypedNumber {
        var kind: String
        var currency: String?
        var least: Decimal?
        var most: Decimal?
    }

    private var typedNumber: TypedNumber? {
        switch question.kind {
        case .number(let number):
            TypedNumber(kind: number.isWhole ? "whole" : "decimal", least: number.atLeast, most: number.atMost)
        case .money(let money):
            TypedNumber(kind: "money", currency: money.currency.code, least: money.atLeast, most: money.atMost)
        default: nil
        }
    }

    /// An input field with its label, prefix and hint.
    private func field(_ input: HTML) -> HTML {
        let label = field.label.map { HTML.element("span", ["class": "label"], HTML($0)) } ?? HTML()
        let prefix = prefix.map { HTML.element("span", ["class": "prefix"], HTML($0)) } ?? HTML()
        let hint = field.hint.map { HTML.element("small", ["class": "hint"], HTML($0)) } ?? HTML()
        return .element("label", ["class": "field"], label, .element("span", ["class": "input"], prefix, input), hint)
    }

    private var inputMode: String? {
        switch question.kind {
        case .number(let number): number.isWhole ? "numeric" : "decimal"
        case .money: "decimal"
        case .text(let text): text.kind == "web address" ? "url" : nil
        default: nil
        }
    }

    private var kindWord: String {
        switch question.kind {
        case .choice(let choice): choice.several ? "several" : "choice"
        case .text(let text): text.kind
        case .number: "number"
        case .money: "money"
        case .date: "date"
        // Not on pages.
        case .times, .signIn, .pay, .app, .photo, .file, .place, .form: "text"
        }
    }
}

/// The values of HTML attributes for kinds of text (HTML, sections 4.10.5.1 and 4.10.18.7).
extension AskedText {
    fileprivate var inputType: String {
        switch kind {
        case "email": "email"
        case "phone": "tel"
        default: "text"
        }
    }

    fileprivate var autofill: String? {
        switch kind {
        case "name": "name"
        case "email": "email"
        case "phone": "tel"
        case "web address": "url"
        case "postcode": "postal-code"
        case "city": "address-level2"
        case "street": "street-address"
        default: nil
        }
    }
}
