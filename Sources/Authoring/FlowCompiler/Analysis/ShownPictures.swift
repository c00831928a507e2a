import Expressions
import FlowModel
import MessageModel

/// A picture of a flow, and how it is sent to Apple's devices.
struct ShownPicture {
    enum Way {
        /// Inside an interactive message, at a position with this size in pixels; `nil` accepts any size.
        case message(Asset.Pixels?)
        /// With the address of a rich link.
        case link
        /// As a separate file.
        case file
    }

    let source: TextSyntax
    let way: Way

    /// The asset, if the picture is one of the project's and exists.
    func asset(in project: Project) -> (path: String, asset: Asset)? {
        guard let path = source.template.constant, let asset = project.assets[path] else { return nil }
        return (path, asset)
    }
}

extension StepSyntax {
    /// The pictures of the step: those of its questions, grouped per message, and those of its cards.
    var pictures: (asked: [ShownPicture], shown: [ShownPicture]) {
        (questions.flatMap(\.pictures), cards.flatMap { $0.all() }.flatMap { card, _ in card.pictures })
    }
}

extension QuestionSyntax {
    /// With three pixels per point (Apple, Interactive Message Types: ReceivedMessage, ListPickerItem, Event).
    fileprivate var pictures: [ShownPicture] {
        var images: [(ImageSyntax?, ShownPicture.Way)] = [(bubble.image, ofBubble)]
        switch kind {
        case .answers(let answers):
            images += answers.items.map { ($0.image, .message(Asset.Pixels(width: 180, height: 180))) }
        case .times(let times): images.append((times.image, .message(Asset.Pixels(width: 1125, height: 624))))
        case .form(let form): images.append((form.intro?.image, .message(nil)))
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .unreadable: break
        }
        return images.compactMap { image, way in image.map { ShownPicture(source: $0.source, way: way) } }
    }

    /// How the picture of a bubble is sent. That of an app is sent as a file, which the app draws itself.
    private var ofBubble: ShownPicture.Way {
        if case .app = kind { return .file }
        guard bubble.isSizeKnown else { return .message(nil) }
        var usual = BubbleSize.icon
        if case .pay = kind { usual = .large }
        return switch bubble.size?.value ?? usual {
        case .icon: .message(Asset.Pixels(width: 120, height: 120))
        case .small: .message(Asset.Pixels(width: 180, height: 180))
        case .large: .message(Asset.Pixels(width: 789, height: 450))
        }
    }
}

extension CardSyntax {
    /// Cards show pictures of any size. With an address, pictures are part of the rich link, otherwise files.
    fileprivate var pictures: [ShownPicture] {
        let isLink = texts.contains { $0.key == .link }
        return image.map { [ShownPicture(source: $0.source, way: isLink ? .link : .file)] } ?? []
    }
}
