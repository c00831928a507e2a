import ChannelRules
import Diagnostics
import MessageModel

/// An app that a flow opens has an icon, which exists and is small enough to be sent with every message.
struct AppIcons: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.services.apps.items.compactMap(\.icon).compactMap { diagnose($0, analysis.project) }
            + withoutIcon(analysis.project)
    }

    /// Apple requires an icon in every message of an app (Interactive Message Types, Custom Interactive Messages, `appIcon`).
    private func withoutIcon(_ project: Project) -> [Diagnostic] {
        let asked = project.flows.flatMap(\.steps).compactMap { step -> String? in
            if case .app(let app)? = step.question?.kind { app.app.value } else { nil }
        }
        return project.services.apps.items.filter { app in
            app.icon == nil && !app.isDamaged && asked.contains(app.name.value)
        }.map { app in
            Diagnostic(
                .iconMissing, "the app `\(app.name.value)` has no `icon`", at: app.name.span,
                label: "Apple requires one in every message of it",
                help: "put a picture of less than 15 KB into Flows/images, and add `icon:` with its name")
        }
    }

    private func diagnose(_ icon: Word, _ project: Project) -> Diagnostic? {
        guard let asset = project.assets[icon.value] else {
            return Diagnostic(
                .imageMissing, "there is no `\(icon.value)` in Flows/images", at: icon.span, label: "no such file",
                help: suggestion(for: icon.value, among: project.assets.keys.sorted(), are: "there is")
                    ?? "put the picture into Flows/images")
        }
        guard asset.size > AppleLimits.appIcon else { return nil }
        return Diagnostic(
            .imageTooBig, "`\(icon.value)` has \(asset.size / 1000) KB; an app's icon has less than 15 KB",
            at: icon.span, label: "too big", help: "save it smaller")
    }
}
