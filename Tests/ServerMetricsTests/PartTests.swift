import Testing

@testable import ServerMetrics

@Suite struct PartTests {
    @Test func `parts share the families of a page, each with its label`() async {
        let registry = MetricsRegistry()
        let (shop, barber) = (registry.part("bot", "main"), registry.part("bot", "barber"))
        registry.gauge("open_files", "Files.") { 3 }
        let sold = shop.counter("events_total", "Events.")
        barber.counter("events_total", "Events.").add(5)
        let seconds = barber.histogram("answer_seconds", "How long.", bounds: [1])
        seconds.record(0.5)
        sold.add(2)
        #expect(
            await registry.page == """
                # HELP open_files Files.
                # TYPE open_files gauge
                open_files 3
                # HELP events_total Events.
                # TYPE events_total counter
                events_total{bot="main"} 2
                events_total{bot="barber"} 5
                # HELP answer_seconds How long.
                # TYPE answer_seconds histogram
                answer_seconds_bucket{bot="barber",le="1"} 1
                answer_seconds_bucket{bot="barber",le="+Inf"} 1
                answer_seconds_sum{bot="barber"} 0.5
                answer_seconds_count{bot="barber"} 1

                """)
        #expect(await shop.page == "# HELP events_total Events.\n# TYPE events_total counter\nevents_total 2\n")
    }
}
