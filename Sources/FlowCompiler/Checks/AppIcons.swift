import Diagnostics
import MessageModel

/// The icon of an app exists and is small enough to travel with every message.
struct AppIcons: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.services.apps.items.compactMap(\.icon).compactMap { diagnose($0, analysis.project) }
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
