import Foundation

/// Draws forms.
extension ChatScreen {
    func show(opening form: DeviceForm) {
        for line in form.splash { print("     \(line)") }
        print("     :back is one page back, :cancel puts the form away")
    }

    func show(_ page: DeviceForm.Page) {
        let heads = [page.title, page.question].compactMap { $0 }.filter { !$0.isEmpty }
        print("\n  ▸ " + (heads.isEmpty ? page.name : heads.joined(separator: "\n    ")))
        if let hint = page.hint { print("     \(hint)") }
        switch page.kind {
        case .choices(let choices, let several, let preset):
            list(choices)
            if several { print("     several, with commas") }
            if let preset, choices.indices.contains(preset) { print("     Return for \(choices[preset].title)") }
        case .day(let range, let start):
            print("     a day such as 2031-12-01\(range.map { ", \($0)" } ?? ""); Return for \(start ?? "today")")
        case .words(let prefix, let isRequired):
            if let prefix { print("     \(prefix)") }
            if !isRequired { print("     Return to leave it empty") }
        }
        terminal.flush()
    }

    func show(summary walk: FormWalk) {
        print("\n  ▸ What you have filled in:")
        for entry in walk.entries {
            let page = walk.form.page(entry.page)
            print("     \(page?.question ?? page?.title ?? entry.page)  \(entry.shown.joined(separator: ", "))")
        }
        print("     Return sends it")
        terminal.flush()
    }
}
