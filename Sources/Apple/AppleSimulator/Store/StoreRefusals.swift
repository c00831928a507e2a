/// The refusals of the attachment store. Statuses are those of the gateway; the texts are the simulator's own.
extension GatewayRefusal {
    static func tooLargeFile(_ limit: Int) -> GatewayRefusal {
        GatewayRefusal(
            status: 413, code: "file-too-large", reason: "a file has at most \(limit) bytes; this one has more")
    }

    static let storageFull = GatewayRefusal(
        status: 507, code: "storage-full",
        reason:
            "the store has no space for this file; POST /simulator/reset empties it, and files are deleted after 30 days"
    )

    static func wrongSize(announced: Int, got: Int) -> GatewayRefusal {
        GatewayRefusal(
            status: 400, code: "wrong-size",
            reason: "\(announced) bytes were announced to preUpload and \(got) arrived; nothing is stored")
    }

    static let emptyFile = GatewayRefusal(status: 400, code: "wrong-size", reason: "a file has at least one byte")

    static let unknownAddress = GatewayRefusal(
        status: 404, code: "unknown-address",
        reason: "the address is unknown, used or expired; request another one from the gateway")

    static let unknownFile = GatewayRefusal(
        status: 404, code: "unknown-file", reason: "the store has no such file for this business")

    static let expiredFile = GatewayRefusal(
        status: 410, code: "expired-file", reason: "the file was deleted; attachments are deleted after 30 days")

    static let wrongOwner = GatewayRefusal(
        status: 403, code: "wrong-owner", reason: "the owner is not the one that the message names")

    static let wrongSignature = GatewayRefusal(
        status: 403, code: "wrong-signature",
        reason: "the signature is not that of the file; it is the one of the message, in base64")
}
