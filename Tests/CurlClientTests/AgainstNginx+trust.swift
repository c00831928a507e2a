import ChildProcess
import CurlClient
import Foundation
import TestSupport
import Testing

extension AgainstNginx {
    @Suite(.timeLimit(.minutes(10)))
    struct Trust {
        let client = CurlClient()

        @Test func `a server whose authority is trusted is spoken to`() async throws {
            let response = try await client.send(try request(nginx().secure("/hello")))

            #expect(response.body == Array("hello".utf8))
            #expect(response.httpVersion == .http2)
        }

        @Test func `a response reports when the certificate of the server ends, if asked`() async throws {
            let client = CurlClient()
            var request = try request(nginx().secure("/hello"))
            #expect(try await client.send(request).certificateEnd == nil)
            await client.shutdown()

            let other = CurlClient()
            request.reportsCertificate = true
            let end = try #require(try await other.send(request).certificateEnd)
            #expect(Double(end) > Date().timeIntervalSince1970)
            await other.shutdown()
        }

        @Test func `a server is not trusted by the system's authorities, nor by one that did not sign it`() async throws
        {
            var request = try request(nginx().secure("/hello"))
            request.authorityFile = nil
            await expectDistrust(of: request)

            request.authorityFile = try nginx().stranger
            await expectDistrust(of: request)
        }

        @Test func `a certificate for another name is not trusted`() async throws {
            await expectDistrust(of: try request("https://127.0.0.1:\(nginx().securePort)/hello"))
        }

        @Test func `a connection that was trusted before does not help those who do not trust`() async throws {
            var request = try request(nginx().secure("/hello"))
            _ = try await client.send(request)

            request.authorityFile = try nginx().stranger
            await expectDistrust(of: request)
        }

        @Test func `files of authorities and certificates that are not there end in distrust`() async throws {
            var request = try request(nginx().secure("/hello"))
            request.authorityFile = "/nowhere.pem"
            await expectDistrust(of: request)

            request = try self.request(nginx().strict("/who"))
            request.clientCertificate = .init(certificateFile: "/nowhere.pem", keyFile: "/nowhere.key")
            await expectDistrust(of: request)
        }

        @Test func `a client shows its certificate when asked`() async throws {
            var request = try request(nginx().strict("/who"))
            request.clientCertificate = try certificate(key: "client.key")

            #expect(try await client.send(request).body == Array("CN=client".utf8))
        }

        @Test func `a key under a password is opened with it, and not without`() async throws {
            var request = try request(nginx().strict("/who"))
            request.clientCertificate = try certificate(key: "client-locked.key", password: "wrong")
            await expectDistrust(of: request)

            request.clientCertificate?.keyPassword = "secret"
            #expect(try await client.send(request).body == Array("CN=client".utf8))
        }

        @Test func `nobody borrows a connection opened with another's certificate`() async throws {
            var request = try request(nginx().strict("/who"))
            request.clientCertificate = try certificate(key: "client.key")
            _ = try await client.send(request)

            request.clientCertificate = nil
            #expect(try await client.send(request).status == 400)
        }

        @Test func `a server that insists on a certificate and gets none ends in distrust`() async throws {
            let folder = try nginx().folder
            let port = try freePort()
            let server = try await Script(
                """
                \(SystemProgram.openssl.path) s_server -accept 127.0.0.1:\(port) -cert localhost.pem -key localhost.key \
                    -CAfile authority.pem -Verify 1 -verify_return_error -www < /dev/null 2>&1 &
                cat > /dev/null
                kill -KILL $!
                """, in: folder.path, readyWhenItPrints: "ACCEPT")

            try await server.last {
                await expectDistrust(of: try request("https://localhost:\(port)/"))
            }
        }

        @Test func `a redirect to another origin does not show the certificate there`() async throws {
            var request = try request(nginx().secure("/to-strict"))
            request.clientCertificate = try certificate(key: "client.key")
            request.redirects = 1

            #expect(try await client.send(request).status == 400)
        }

        @Test func `a redirect does not leave TLS`() async throws {
            var request = try request(nginx().secure("/to-plain"))
            request.redirects = 1

            #expect(await expectFailure(of: request, from: client).isBadRedirect)
        }

        private func request(_ url: String) throws -> HTTPRequest {
            var request = HTTPRequest("GET", url)
            request.authorityFile = try nginx().authority
            return request
        }

        private func certificate(key: String, password: String? = nil) throws -> HTTPRequest.ClientCertificate {
            let folder = try nginx().folder
            return HTTPRequest.ClientCertificate(
                certificateFile: folder.file("client.pem"), keyFile: folder.file(key), keyPassword: password)
        }

        private func expectDistrust(of request: HTTPRequest) async {
            let failure = await expectFailure(of: request, from: client)

            #expect(failure.isUntrusted)
            #expect(!failure.mayHaveArrived)
        }
    }
}
