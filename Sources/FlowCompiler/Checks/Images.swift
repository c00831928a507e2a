import Diagnostics
import Expressions

/// Pictures exist, have the size that their place wants, and are not too big to send.
struct Images: Check {
    private static let largest = 5_000_000
    private static let largestOnNewDevices = 200_000

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).flatMap { step in
            step.images.compactMap { image, wanted in diagnose(image.source, wanted, analysis.project) }
        }
    }

    private func diagnose(_ source: TextSyntax, _ wanted: Asset.Pixels?, _ project: Project) -> Diagnostic? {
        guard let path = source.template.constant else { return nil }
        if path.hasPrefix("https://") { return nil }
        if path.contains("://") || path.hasPrefix("www.") { return badAddress(path, source) }
        guard let asset = project.assets[path] else { return missing(path, source, project) }
        return tooBig(path, asset, source, project.options) ?? wrongSize(path, asset, wanted, source)
    }

    private func badAddress(_ path: String, _ source: TextSyntax) -> Diagnostic {
        let host = path.split(separator: "/", omittingEmptySubsequences: true).dropFirst(path.contains("://") ? 1 : 0)
        return Diagnostic(
            .badAddress, "`\(path)` is not a whole address", at: source.span, label: "not an `https` address",
            help: "did you mean `https://\(host.joined(separator: "/"))`?")
    }

    private func missing(_ path: String, _ source: TextSyntax, _ project: Project) -> Diagnostic {
        Diagnostic(
            .imageMissing, "there is no `\(path)` in Flows/images", at: source.span, label: "no such file",
            help: suggestion(for: path, among: project.assets.keys.sorted(), are: "there is")
                ?? "put the picture into Flows/images")
    }

    private func tooBig(
        _ path: String, _ asset: Asset, _ source: TextSyntax, _ options: CompilerOptions
    ) -> Diagnostic? {
        let isError = asset.size > Self.largest
        guard isError || options.isStrict && asset.size > Self.largestOnNewDevices else { return nil }
        let limit = isError ? "at most 5 MB" : "newer devices show pictures up to 200 KB"
        return Diagnostic(
            .imageTooBig, "`\(path)` has \(asset.size / 1000) KB; \(limit)", at: source.span, label: "too big",
            help: "save it smaller", severity: isError ? .error : .warning)
    }

    private func wrongSize(
        _ path: String, _ asset: Asset, _ wanted: Asset.Pixels?, _ source: TextSyntax
    ) -> Diagnostic? {
        guard let wanted, let pixels = asset.pixels, pixels != wanted else { return nil }
        return Diagnostic(
            .imageSize,
            "`\(path)` is \(pixels.width)×\(pixels.height), this place wants \(wanted.width)×\(wanted.height)",
            at: source.span, label: "another size", help: "save it with \(wanted.width)×\(wanted.height) pixels")
    }
}

extension StepSyntax {
    /// The pictures of the step and the pixels that each place wants (Apple, Interactive Message Types: ReceivedMessage,
    /// ListPickerItem, Event; all at three pixels a point).
    fileprivate var images: [(ImageSyntax, Asset.Pixels?)] {
        questions.flatMap(\.images)
    }
}

extension QuestionSyntax {
    fileprivate var images: [(ImageSyntax, Asset.Pixels?)] {
        var images: [(ImageSyntax?, Asset.Pixels?)] = [(bubble.image, pixels)]
        switch kind {
        case .answers(let answers):
            images += answers.items.map { ($0.image, Asset.Pixels(width: 180, height: 180)) }
        case .times(let times): images.append((times.image, Asset.Pixels(width: 1125, height: 624)))
        case .form(let form): images.append((form.intro?.image, nil))
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .unreadable: break
        }
        return images.compactMap { image, pixels in image.map { ($0, pixels) } }
    }
}

extension QuestionSyntax {
    /// The pixels of the bubble's picture; `nil` when nobody knows which size is meant, and in an app's bubble, where the
    /// app draws it.
    fileprivate var pixels: Asset.Pixels? {
        guard bubble.isSizeKnown else { return nil }
        var usual = BubbleSize.icon
        if case .app = kind { return nil }
        if case .pay = kind { usual = .large }
        return switch bubble.size?.value ?? usual {
        case .icon: Asset.Pixels(width: 120, height: 120)
        case .small: Asset.Pixels(width: 180, height: 180)
        case .large: Asset.Pixels(width: 789, height: 450)
        }
    }
}
