import MessageParts
import TestSupport
import Testing

@Suite struct TransferTests {
    /// A seeded random generator (xorshift).
    @Test func `of five statuses, three have the bytes at hand`() {
        #expect(TransferStatus.allCases.map(\.hasBytes) == [true, true, false, false, true])
        #expect(TransferStatus.allCases.sorted() == TransferStatus.allCases)
    }

    @Test(arguments: [
        (TransferStatus(uploaded: 0), "awaiting-upload"), (TransferStatus(uploaded: 1), "uploading"),
        (TransferStatus(downloaded: nil, of: 9), "ready-for-download"),
        (TransferStatus(downloaded: 0, of: 9), "downloading"), (TransferStatus(downloaded: 8, of: 9), "downloading"),
        (TransferStatus(downloaded: 9, of: 9), "complete"), (TransferStatus(downloaded: 0, of: 0), "complete"),
    ])
    func `a status follows from the bytes`(_ status: TransferStatus, _ word: String) {
        #expect(status.rawValue == word)
    }

    @Test(arguments: 1...50) func `progress never goes back, and never past the end`(_ seed: Int) {
        var chance = SeededRandom(seed: UInt64(seed))
        var progress = TransferProgress(total: chance.number(below: 1_000))
        var fraction = progress.fraction
        for _ in 0..<100 {
            let before = progress.completed
            let hasGrown = progress.advance(to: chance.number(below: 1_500) - 200)
            #expect(hasGrown == (progress.completed > before))
            #expect(progress.fraction >= fraction && progress.fraction <= 1 && progress.completed <= progress.total)
            fraction = progress.fraction
        }
    }

    @Test func `together, every transfer counts by its size`() {
        var all = AggregateProgress([("film", TransferProgress(total: 900)), ("note", TransferProgress(total: 100))])
        all.advance("note", to: 100)
        #expect(all.fraction == 0.1)
        all.advance("film", to: 450)
        #expect(all.fraction == 0.55 && all.completed == 550 && all.total == 1_000)
        all.advance("film", to: 900)
        #expect(all.fraction == 1 && all.isFinished)
    }

    @Test func `what begins half done is shown half done`() {
        let all = AggregateProgress([("film", TransferProgress(total: 900, completed: 500))])
        #expect(all.fraction == 5.0 / 9)
        var one = AggregateProgress<String>()
        one.add("film", TransferProgress(total: 900, completed: 500))
        #expect(one.fraction == all.fraction)
    }

    @Test func `a transfer that is added later shares the way that is left`() {
        var all = AggregateProgress([("a", TransferProgress(total: 100))])
        all.advance("a", to: 50)
        all.add("b", TransferProgress(total: 150))
        #expect(all.fraction == 0.5, "what has been shown stays")
        all.advance("a", to: 100)
        #expect(all.fraction == 0.625, "50 of the 200 bytes that were missing are a quarter of the half that was left")
        all.advance("b", to: 150)
        #expect(all.fraction == 1)
    }

    @Test(arguments: 1...200) func `together they never go back, whatever is added or given up`(_ seed: Int) {
        var chance = SeededRandom(seed: UInt64(seed) &* 7_919)
        var all = AggregateProgress<Int>()
        var (fraction, next) = (all.fraction, 0)
        for _ in 0..<200 {
            switch chance.number(below: 10) {
            case 0:
                all.add(
                    next, TransferProgress(total: chance.number(below: 5_000), completed: chance.number(below: 100)))
                next += 1
            case 1 where all.names.count > 1: all.remove(all.names[chance.number(below: all.names.count)])
            default: all.advance(chance.number(below: max(next, 1)), to: chance.number(below: 5_500))
            }
            #expect(all.fraction >= fraction && all.fraction <= 1)
            fraction = all.fraction
        }
        for name in all.names { all.advance(name, to: .max) }
        #expect(all.isFinished && (all.names.isEmpty || all.fraction == 1))
    }

    @Test(arguments: [
        (DownloadRules(kinds: nil, size: 0), "video/mp4", 5_000_000, true),
        (DownloadRules(kinds: [], size: 0), "text/plain", 1, false),
        (DownloadRules(kinds: [], size: 2_048), "video/mp4", 2_048, true),
        (DownloadRules(kinds: [], size: 2_048), "video/mp4", 2_049, false),
        (DownloadRules(kinds: ["text/plain"], size: 0), "text/plain", 5_000_000, true),
        (DownloadRules(kinds: ["image/*"], size: 0), "Image/PNG", 5_000_000, true),
        (DownloadRules(kinds: ["image/*"], size: 0), "imagery/png", 5_000_000, false),
        (DownloadRules(kinds: ["*/*"], size: 0), "video/mp4", 5_000_000, true),
    ])
    func `either rule is enough to fetch without being asked`(
        _ rules: DownloadRules, _ kind: String, _ size: Int, _ isFetched: Bool
    ) {
        #expect(rules.fetches(kind, size: size) == isFetched)
    }

    @Test func `a picture that no rule fetches waits behind its link, until it is here`() {
        var reference = ContentReference(id: "layer:///content/1", downloadURL: "/chat/api/content/1?x")
        for (isAutomatic, status, isShown) in [
            (nil, nil, true), (true, .readyForDownload, true), (false, .readyForDownload, false),
            (false, .downloading, false), (false, .complete, true),
        ] as [(Bool?, TransferStatus?, Bool)] {
            (reference.isAutomatic, reference.status) = (isAutomatic, status)
            let source = PartData(mimeType: "image/png", body: nil, content: reference)
            let html = MessagePresenter().html(of: RichMessage(ImageContent(source: source))).text
            #expect(html.contains("<img") == isShown)
            #expect(html.contains("href=\"/chat/api/content/1?x\""))
        }
    }
}
