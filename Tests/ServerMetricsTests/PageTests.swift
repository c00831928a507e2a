import Testing

@testable import ServerMetrics

@Suite struct PageTests {
    enum Outcome: String, MetricLabel {
        case accepted
        case refused
    }

    @Test func `everything stands on the page in the order in which it was registered`() async {
        let registry = MetricsRegistry()
        let events = registry.counter("events_total", "Events.")
        let posts: Counters<Outcome> = registry.counters("posts_total", "Posts.", by: "outcome")
        registry.gauge("waiting", "What waits.") { 2.5 }
        let seconds = registry.histogram("answer_seconds", "How long.", bounds: [0.1, 1])
        registry.total("cpu_seconds_total", "Used.") { 7 }
        registry.facts("build_info", "What runs.") { [("version", "1.0")] }
        events.add(3)
        posts.add(to: .refused)
        for value in [0.05, 0.1, 0.5, 7] { seconds.record(value) }
        #expect(
            await registry.page == """
                # HELP events_total Events.
                # TYPE events_total counter
                events_total 3
                # HELP posts_total Posts.
                # TYPE posts_total counter
                posts_total{outcome="accepted"} 0
                posts_total{outcome="refused"} 1
                # HELP waiting What waits.
                # TYPE waiting gauge
                waiting 2.5
                # HELP answer_seconds How long.
                # TYPE answer_seconds histogram
                answer_seconds_bucket{le="0.1"} 2
                answer_seconds_bucket{le="1"} 3
                answer_seconds_bucket{le="+Inf"} 4
                answer_seconds_sum 7.65
                answer_seconds_count 4
                # HELP cpu_seconds_total Used.
                # TYPE cpu_seconds_total counter
                cpu_seconds_total 7
                # HELP build_info What runs.
                # TYPE build_info gauge
                build_info{version="1.0"} 1

                """)
    }

    @Test func `what cannot be had is left out`() async {
        let registry = MetricsRegistry()
        registry.gauge("waiting", "What waits.") { nil }
        #expect(await registry.page == "")
    }

    @Test func `gauges of one value read it once on each scrape`() async {
        let registry = MetricsRegistry()
        let reads = Counter()
        let names = ["a", "b"]
        let gauges = ["least", "most"].map { name in
            NamedGauge<[String]>(name, "Numbers.", by: "of") { $0.map { ($0, Double(reads.value)) } }
        }
        registry.gauges(gauges, most: 1) {
            reads.add()
            return reads.value < 3 ? names : nil
        }
        for scrape in 1...2 {
            let lines = await registry.page.split(separator: "\n").filter { !$0.hasPrefix("#") }
            #expect(lines == ["least{of=\"a\"} \(scrape)", "most{of=\"a\"} \(scrape)"])
        }
        #expect(await registry.page == "")
    }

    @Test func `quotes, line ends and backslashes are written so that they can be read`() async {
        let registry = MetricsRegistry()
        registry.facts("build_info", "a\\b\nc") { [("version", "1 \"beta\"\n\\")] }
        #expect(
            await registry.page == """
                # HELP build_info a\\\\b\\nc
                # TYPE build_info gauge
                build_info{version="1 \\"beta\\"\\n\\\\"} 1

                """)
    }

    @Test(
        arguments: [
            (0, "0"), (-3, "-3"), (0.25, "0.25"), (1e15, "1000000000000000"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
            (.nan, "NaN"),
        ] as [(Double, String)])
    func `numbers are written as the format wants them`(_ number: Double, _ text: String) {
        #expect(number.measured == text)
    }

    @Test func `what many count at once is all counted`() async {
        let registry = MetricsRegistry()
        let counter = registry.counter("events_total", "Events.")
        let sizes = registry.histogram("sizes", "Sizes.", bounds: [1, 2])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<1_000 {
                        counter.add()
                        sizes.record(Double(number % 4))
                    }
                }
            }
        }
        #expect(counter.value == 8_000 && sizes.count == 8_000 && sizes.sum == 12_000)
        #expect(sizes.cumulated == [4_000, 6_000, 8_000])
    }

    @Test func `times are recorded in seconds`() {
        let histogram = MetricsRegistry().histogram("seconds", "Seconds.", bounds: [1])
        histogram.record(.milliseconds(1_500))
        #expect(histogram.sum == 1.5 && histogram.cumulated == [0, 1])
    }
}
