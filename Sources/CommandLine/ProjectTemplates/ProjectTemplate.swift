import CProjectTemplates

/// A kind of business for which `usher new` makes a project.
package enum ProjectTemplate: String, CaseIterable, Sendable {
    case barber, clinic, restaurant
    case webShop = "web-shop"
    case support, empty

    /// What its bot does, in a few words.
    package var about: String {
        switch self {
        case .barber: "a barber's shop: appointments, prices, opening hours"
        case .clinic: "a medical practice: appointments, private forms"
        case .restaurant: "a restaurant: tables, a menu with pictures"
        case .webShop: "a web shop: a cart, Apple Pay, orders"
        case .support: "a support desk: questions, files, people"
        case .empty: "one question and a person, to begin from"
        }
    }

    /// Its files with their paths in the template, in order.
    package var files: [(path: String, bytes: [UInt8])] {
        let all = UnsafeBufferPointer(start: project_template_files(), count: project_template_file_count())
        return all.compactMap { file in
            let path = String(cString: file.path)
            guard path.hasPrefix("\(rawValue)/") else { return nil }
            let bytes = [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.size))
            return (String(path.dropFirst(rawValue.count + 1)), bytes)
        }
    }
}
