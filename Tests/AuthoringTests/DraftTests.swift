import Authoring
import Testing

@Suite struct DraftTests {}
