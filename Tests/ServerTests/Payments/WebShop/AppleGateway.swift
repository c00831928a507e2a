import AppleSimulator
import ChildProcess
import Foundation
import TestSupport
import Testing

/// The distribution's nginx in front of the simulated Apple, in place of Apple's gateway for merchant sessions: it
/// requires a client certificate of its own authority, and forwards the subject in headers. Keys and certificates are
/// generated for each run.
struct AppleGateway: Sendable {
    /// The headers that the simulated Apple reads.
    static let certificate = ProxyCertificate(verified: "X-Client-Verified", subject: "X-Client-Subject")

    let folder: String
    let port: Int
    /// The port of the simulated Apple behind it.
    let simulatorPort: Int

    var url: String { "https://localhost:\(port)" }
    var authority: String { "\(folder)/authority.pem" }

    /// Runs a gateway while `work` runs. It ends when its input is closed, so that it never outlives the tests.
    static func run(_ work: @Sendable (AppleGateway) async throws -> Void) async throws {
        try SystemProgram.nginx.require()
        try SystemProgram.openssl.require()
        let folder = try TemporaryFolder()
        let gateway = AppleGateway(folder: folder.path, port: try freePort(), simulatorPort: try freePort())
        try folder.write(gateway.configuration, to: "nginx.conf")
        try await Script(script, in: folder.path).last { try await work(gateway) }
    }

    /// Merchant identity certificates have RSA keys of 2048 bits, and the merchant's identifier as `UID`.
    private static let script = """
        openssl() { \(SystemProgram.openssl.path) "$@" 2>> openssl.log; }
        authority() {
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj "/CN=$1" -keyout $1.key -out $1.pem
        }
        certificate() {
            openssl req -newkey rsa:2048 -nodes -subj "$2" -keyout $1.key -out $1.request
            printf "subjectAltName=DNS:localhost" > $1.names
            openssl x509 -req -in $1.request -CA $3.pem -CAkey $3.key -CAcreateserial -days 2 \
                -extfile $1.names -out $1.pem
        }
        authority authority
        authority stranger
        certificate localhost /CN=localhost authority
        certificate merchant "/UID=merchant.example.papier/CN=Papier" authority
        certificate neighbour "/UID=merchant.example.neighbour/CN=Neighbour" authority
        certificate impostor "/UID=merchant.example.papier/CN=Papier" stranger
        mkdir temporary
        \(SystemProgram.nginx.path) -p . -c nginx.conf -e error.log
        echo ready
        cat > /dev/null
        until kill -KILL $(cat nginx.pid); do :; done 2> /dev/null
        """

    private var configuration: String {
        """
        master_process off;
        pid nginx.pid;
        events { worker_connections 64; }
        http {
            access_log off;
            client_body_temp_path temporary;
            proxy_temp_path temporary/proxy;
            fastcgi_temp_path temporary/fastcgi;
            scgi_temp_path temporary/scgi;
            uwsgi_temp_path temporary/uwsgi;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate localhost.pem;
                ssl_certificate_key localhost.key;
                ssl_client_certificate authority.pem;
                ssl_verify_client on;
                location /paymentservices/ {
                    proxy_pass http://127.0.0.1:\(simulatorPort);
                    proxy_set_header X-Client-Verified $ssl_client_verify;
                    proxy_set_header X-Client-Subject $ssl_client_s_dn;
                }
            }
        }
        """
    }
}
