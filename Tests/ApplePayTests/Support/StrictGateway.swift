import ChildProcess
import CurlClient
import Foundation
import TestSupport
import Testing

/// The distribution's nginx in place of Apple's gateway for merchant sessions: it requires a client certificate, and
/// the first part of the path selects the response. Keys and certificates are generated for each run.
struct StrictGateway: Sendable {
    /// The gateway that serves the suite of the current test.
    @TaskLocal static var current: StrictGateway?

    let folder: String
    let port: Int
    let plainPort: Int

    /// Returns a base URL for sessions; `ok` returns a session that contains the request.
    func base(_ answer: String) -> String { "https://localhost:\(port)/\(answer)" }
    func plainBase(_ answer: String) -> String { "http://127.0.0.1:\(plainPort)/\(answer)" }

    var authority: String { "\(folder)/authority.pem" }

    /// Returns the merchant's certificate, with the key of this name.
    func certificate(_ name: String = "merchant", key: String? = nil) -> HTTPRequest.ClientCertificate {
        .init(certificateFile: "\(folder)/\(name).pem", keyFile: "\(folder)/\(key ?? name).key")
    }

    /// Runs a gateway while `work` runs. It ends when its input is closed, so that it never outlives the tests.
    fileprivate static func run(_ work: @Sendable (StrictGateway) async throws -> Void) async throws {
        try SystemProgram.nginx.require()
        try SystemProgram.openssl.require()
        let folder = FileManager.default.temporaryDirectory.appending(path: "strict-gateway-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gateway = StrictGateway(folder: folder, port: try freePort(), plainPort: try freePort())
        try Data(gateway.configuration.utf8).write(to: URL(filePath: "\(folder)/nginx.conf"))
        try await Script(script, in: folder).last { try await work(gateway) }
    }

    /// Merchant identity certificates have RSA keys of 2048 bits.
    private static let script = """
        openssl() { \(SystemProgram.openssl.path) "$@" 2>> openssl.log; }
        authority() {
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj "/CN=$1" -keyout $1.key -out $1.pem
        }
        certificate() {
            openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout $1.key -out $1.request
            printf "subjectAltName=DNS:$1" > $1.names
            openssl x509 -req -in $1.request -CA $2.pem -CAkey $2.key -CAcreateserial -days 2 \
                -extfile $1.names -out $1.pem
        }
        authority authority
        authority stranger
        certificate localhost authority
        certificate merchant authority
        certificate impostor stranger
        mkdir temporary
        \(SystemProgram.nginx.path) -p . -c nginx.conf -e error.log
        echo ready
        cat > /dev/null
        until kill -KILL $(cat nginx.pid); do :; done 2> /dev/null
        """

    private var configuration: String {
        """
        load_module /usr/lib/nginx/modules/ngx_http_echo_module.so;
        master_process off;
        pid nginx.pid;
        events { worker_connections 64; }
        http {
            access_log off;
            default_type application/json;
            client_body_temp_path temporary;
            proxy_temp_path temporary/proxy;
            fastcgi_temp_path temporary/fastcgi;
            scgi_temp_path temporary/scgi;
            uwsgi_temp_path temporary/uwsgi;
            server { listen 127.0.0.1:\(plainPort); \(Self.locations) }
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate localhost.pem;
                ssl_certificate_key localhost.key;
                ssl_client_certificate authority.pem;
                ssl_verify_client on;
                \(Self.locations)
            }
        }
        """
    }

    private static let locations = """
            location = /ok/paymentservices/paymentSession {
                echo_read_request_body;
                echo '{"expiresAt":1525730094057,"method":"$request_method","asked":$request_body,"by":"$ssl_client_s_dn"}';
            }
            location = /slow/paymentservices/paymentSession { echo_sleep 60; echo '{}'; }
            location = /down/paymentservices/paymentSession { return 503; }
            location = /busy/paymentservices/paymentSession { return 429; }
            location = /strange/paymentservices/paymentSession { return 417 '{"statusMessage":"merchantId is not registered"}'; }
            location = /refused/paymentservices/paymentSession { return 400 '{"statusMessage":"no"}'; }
            location = /elsewhere/paymentservices/paymentSession { return 302 /ok/paymentservices/paymentSession; }
            location = /empty/paymentservices/paymentSession { echo_read_request_body; echo -n ''; }
            location = /nothing/paymentservices/paymentSession { return 200 '{}'; }
            location = /list/paymentservices/paymentSession { return 200 '["session"]'; }
        """
}

/// Starts a gateway for a suite and stops it afterwards.
struct StrictGatewayScope: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
    ) async throws {
        try await StrictGateway.run { try await StrictGateway.$current.withValue($0, operation: work) }
    }
}

extension Trait where Self == StrictGatewayScope {
    static var strictGateway: Self { Self() }
}
