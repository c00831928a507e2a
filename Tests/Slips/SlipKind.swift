/// The ways in which one line of a file is spoilt.
public enum SlipKind: String, CaseIterable, Sendable {
    case signDropped = "a sign dropped"
    case signDoubled = "a sign doubled"
    case signExchanged = "a sign exchanged"
    case letterDropped = "a letter dropped"
    case letterDoubled = "a letter doubled"
    case letterExchanged = "a letter exchanged"
    case lineIndented = "a line indented"
    case lineUnindented = "a line unindented"
    case lineToMargin = "a line at the margin"
    case lineDropped = "a line dropped"
    case lineDoubled = "a line doubled"
}
