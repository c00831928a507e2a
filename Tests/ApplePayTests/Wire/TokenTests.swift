import JSON
import Testing

@testable import ApplePay

/// The payment token is passed on and leaves no trace.
@Suite struct TokenTests {
    private static let text =
        #"{"transactionIdentifier":"T1","paymentMethod":{"displayName":"Visa 1111"},"paymentData":{"version":"EC_v1","data":"secret=="}}"#

    @Test func `a token says nothing when it is written somewhere`() throws {
        let token = try #require(PaymentToken(JSONValue(parsing: Self.text)))
        var dumped = ""
        dump(token, to: &dumped)
        for words in ["\(token)", String(reflecting: token), dumped, "\([token])"] {
            #expect(!words.contains("secret") && !words.contains("T1"))
        }
    }

    @Test func `the fingerprint of a token is its own, whatever the order of its keys`() throws {
        let token = try #require(PaymentToken(JSONValue(parsing: Self.text)))
        let turned = try JSONValue(
            parsing:
                #"{"paymentData":{"data":"secret==","version":"EC_v1"},"paymentMethod":{"displayName":"Visa 1111"},"transactionIdentifier":"T1"}"#
        )
        #expect(PaymentToken(turned)?.fingerprint == token.fingerprint)
        #expect(token.fingerprint.count == 64)
        let other = try JSONValue(parsing: Self.text.replacing("secret==", with: "secret=A"))
        #expect(PaymentToken(other)?.fingerprint != token.fingerprint)
    }

    @Test(arguments: ["null", "7", "{}", #"{"paymentData":null}"#]) func `what has no payment data is no token`(
        _ text: String
    ) throws {
        #expect(PaymentToken(try JSONValue(parsing: text)) == nil)
        #expect(PaymentToken(nil) == nil)
    }
}
