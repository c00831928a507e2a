/// The colours of a picture, in light and dark mode.
///
/// Written out twice: many programs that show SVG do not support variables in style sheets.
struct Palette {
    let paper, ink, soft, rule, edge, box, sign, way: String
    let asks, says, decides, calls, people: String

    static let light = Palette(
        paper: "#ffffff", ink: "#1c2430", soft: "#566070", rule: "#e1e5eb", edge: "#b6bfcb", box: "#fbfcfd",
        sign: "#eef1f5", way: "#6d7887", asks: "#2563eb", says: "#7b8794", decides: "#c2700a", calls: "#7c3aed",
        people: "#15803d")

    static let dark = Palette(
        paper: "#12161c", ink: "#e6eaf0", soft: "#a9b3c0", rule: "#2b333e", edge: "#4a5563", box: "#1a2029",
        sign: "#252d38", way: "#8a95a4", asks: "#6ea0ff", says: "#8a95a4", decides: "#f0a744", calls: "#b794f6",
        people: "#4cc27a")

    /// The style sheet of a picture.
    static var style: String {
        """

        text{font:12px Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;unicode-bidi:plaintext}
        .name{font-size:18px;font-weight:bold}.title{font-size:13px;font-weight:bold}.answer.exit{font-style:italic}
        .way{fill:none;stroke-width:1.4}.way.exit{stroke-dasharray:4 3;stroke-width:1}.jump .sign{stroke-dasharray:3 2}
        \(light.rules)
        @media (prefers-color-scheme:dark){
        \(dark.rules)
        }

        """
    }

    private var rules: String {
        """
        .paper{fill:\(paper)}text{fill:\(ink)}.key,.line,.answer.exit{fill:\(soft)}.question .line{fill:\(ink)}
        .box{fill:\(box);stroke:\(edge)}.rule{stroke:\(rule)}.sign{fill:\(sign);stroke:\(edge)}
        .bar.question{fill:\(asks)}.bar.saying{fill:\(says)}.bar.decision{fill:\(decides)}
        .bar.call{fill:\(calls)}.bar.people{fill:\(people)}
        .entry .sign{stroke:\(asks)}.end .sign{fill:\(edge)}.jump .sign{fill:\(paper)}
        .way{stroke:\(way)}.way.back{stroke:\(asks)}.tip{fill:\(way)}.count{fill:\(calls)}
        """
    }
}
