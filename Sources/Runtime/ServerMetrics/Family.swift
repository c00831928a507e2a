/// Samples that share a name.
struct Family: Sendable {
    let name: String
    let help: String
    /// `counter`, `gauge` or `histogram`.
    let kind: String
    let samples: @Sendable (Scrape) async -> [Sample]

    /// Writes its part of the page; nothing when it has no samples.
    func write(to page: inout String, of scrape: Scrape) async {
        let samples = await samples(scrape)
        guard !samples.isEmpty else { return }
        page += "# HELP \(name) \(help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))\n"
        page += "# TYPE \(name) \(kind)\n"
        for sample in samples { page += "\(name)\(sample.line)\n" }
    }

    /// The family with one more label in front of those of each sample.
    func labeled(_ label: (name: String, value: String)) -> Family {
        Family(name: name, help: help, kind: kind) { scrape in
            await samples(scrape).map { Sample(suffix: $0.suffix, labels: [label] + $0.labels, value: $0.value) }
        }
    }

    /// The family with the samples of another of the same name behind its own.
    func followed(by other: Family) -> Family {
        Family(name: name, help: help, kind: kind) { await samples($0) + other.samples($0) }
    }
}

/// One value of a family.
struct Sample {
    /// The suffix of the family's name, such as `_sum`.
    var suffix = ""
    var labels: [(name: String, value: String)] = []
    let value: Double

    fileprivate var line: String {
        let labels = labels.map { "\($0.name)=\"\($0.value.escaped)\"" }.joined(separator: ",")
        return suffix + (labels.isEmpty ? "" : "{\(labels)}") + " " + value.measured
    }
}

extension Histogram {
    /// Its samples on the page.
    func samples(labels: [(name: String, value: String)] = []) -> [Sample] {
        let cumulated = cumulated
        return zip(bounds + [.infinity], cumulated).map { bound, count in
            Sample(suffix: "_bucket", labels: labels + [("le", bound.measured)], value: Double(count))
        } + [
            Sample(suffix: "_sum", labels: labels, value: sum),
            Sample(suffix: "_count", labels: labels, value: Double(cumulated.last ?? 0)),
        ]
    }
}

extension Double {
    /// The number in the text format: whole numbers without a decimal point.
    var measured: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Inf" : "+Inf" }
        return Int(exactly: self).map(String.init) ?? "\(self)"
    }
}

extension String {
    /// Escaped for the quotes of a label value.
    fileprivate var escaped: String {
        // Nearly every value has nothing to escape.
        guard utf8.contains(where: { "\\\"\n".utf8.contains($0) }) else { return self }
        return replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
