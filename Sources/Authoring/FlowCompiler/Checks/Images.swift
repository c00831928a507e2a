import ChannelRules
import Diagnostics
import Expressions
import FlowModel
import MessageModel

/// Pictures and files exist; pictures have the size and format of their position, and are not too big to send.
struct Images: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.flows.flatMap(\.steps).flatMap { step -> [Diagnostic] in
            let pictures = step.pictures
            var found = (pictures.asked + pictures.shown).compactMap { diagnose($0, project) }
            found += tooBig(together: pictures.asked, project)
            found += step.cards.flatMap { $0.all() }.compactMap { card, _ in diagnose(fileOf: card, project) }
            return found
        }
    }

    /// Files are sent unchanged.
    private func diagnose(fileOf card: CardSyntax, _ project: Project) -> Diagnostic? {
        guard let file = card.texts.first(where: { $0.key == .file })?.text else { return nil }
        return absent(file, project, isFile: true) ?? diagnose(ShownPicture(source: file, way: .file), project)
    }

    private func diagnose(_ picture: ShownPicture, _ project: Project) -> Diagnostic? {
        if let absent = absent(picture.source, project, isFile: false) { return absent }
        guard let (path, asset) = picture.asset(in: project) else { return nil }
        let found = Found(path: path, asset: asset, at: picture.source, limits: project.options.limits)
        return switch picture.way {
        case .message(let pixels): found.tooBig ?? found.wrongFormat ?? found.wrongSize(pixels)
        case .link: found.tooBigForLink ?? found.wrongFormat
        case .file: found.tooBigForFile
        }
    }

    /// The diagnostic for a path that is neither a file of the project nor an address.
    private func absent(_ source: TextSyntax, _ project: Project, isFile: Bool) -> Diagnostic? {
        guard let path = source.template.constant, !path.hasPrefix("https://") else { return nil }
        if path.contains("://") || path.hasPrefix("www.") { return source.badAddress }
        guard project.assets[path] == nil else { return nil }
        return Diagnostic(
            .imageMissing, "there is no `\(path)` in Flows/images", at: source.span, label: "no such file",
            help: suggestion(for: path, among: project.assets.keys.sorted(), are: "there is")
                ?? "put the \(isFile ? "file" : "picture") into Flows/images")
    }

    /// Each picture is sent once, however many times it is shown.
    private func tooBig(together pictures: [ShownPicture], _ project: Project) -> [Diagnostic] {
        var sizes: [String: Int] = [:]
        for picture in pictures {
            guard case .message = picture.way, let (path, asset) = picture.asset(in: project),
                asset.size <= AppleLimits.pictures
            else { continue }
            sizes[path] = asset.size
            let sum = sizes.values.reduce(0, +)
            guard sum > AppleLimits.pictures else { continue }
            return [
                Diagnostic(
                    .imageTooBig, "with this one the pictures of the message have \(sum / 1000) KB; at most 5 MB",
                    at: picture.source.span, label: "too big together", help: "save them smaller")
            ]
        }
        return []
    }
}

/// An existing picture, and its problems.
private struct Found {
    let path: String
    let asset: Asset
    let at: TextSyntax
    let limits: AppleLimits

    var tooBig: Diagnostic? {
        if asset.size > AppleLimits.documented.picture { return tooBig("at most 5 MB", .error) }
        return asset.size > limits.picture ? tooBig("newer devices show pictures up to 200 KB", .warning) : nil
    }

    /// The link is sent without the picture, while a web chat shows it.
    var tooBigForLink: Diagnostic? {
        asset.size > AppleLimits.linkPicture ? tooBig("Apple shows up to 200 KB beside a link", .warning) : nil
    }

    var tooBigForFile: Diagnostic? {
        asset.size > AppleLimits.attachment ? tooBig("a file has at most 100 MB", .error) : nil
    }

    private func tooBig(_ limit: String, _ severity: Diagnostic.Severity) -> Diagnostic {
        Diagnostic(
            .imageTooBig, "`\(path)` has \(asset.size / 1000) KB; \(limit)", at: at.span, label: "too big",
            help: "save it smaller", severity: severity)
    }

    var wrongFormat: Diagnostic? {
        if asset.format == .png { return nil }
        guard let format = asset.format else {
            return wrongFormat("`\(path)` is no picture that Apple's devices show")
        }
        return limits.wantsPNG ? wrongFormat("`\(path)` is \(format.name); newer devices show PNG only") : nil
    }

    private func wrongFormat(_ message: String) -> Diagnostic {
        Diagnostic(
            .imageFormat, message, at: at.span, label: "will be left out", help: "save it as PNG")
    }

    func wrongSize(_ wanted: Asset.Pixels?) -> Diagnostic? {
        guard let wanted, let pixels = asset.pixels, pixels != wanted else { return nil }
        return Diagnostic(
            .imageSize,
            "`\(path)` is \(pixels.width)×\(pixels.height), this place wants \(wanted.width)×\(wanted.height)",
            at: at.span, label: "another size", help: "save it with \(wanted.width)×\(wanted.height) pixels")
    }
}
