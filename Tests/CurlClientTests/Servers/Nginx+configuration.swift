import ChildProcess
import TestSupport

extension Nginx {
    var authority: String { folder.file("authority.pem") }
    /// A certificate authority that has signed none of the certificates.
    var stranger: String { folder.file("stranger.pem") }

    /// Creates the authorities, the server's certificate, and the client's with its key, both unencrypted and with a
    /// password.
    static let certificateScript = """
        openssl() { \(SystemProgram.openssl.path) "$@" 2>> openssl.log; }
        authority() {
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj "/CN=$1" -keyout $1.key -out $1.pem
        }
        certificate() {
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout $1.key -out $1.request
            printf "subjectAltName=DNS:$1" > $1.names
            openssl x509 -req -in $1.request -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
                -extfile $1.names -out $1.pem
        }
        authority authority
        authority stranger
        certificate localhost
        certificate client
        openssl ec -in client.key -aes256 -passout pass:secret -out client-locked.key
        """

    var configuration: String {
        """
        load_module /usr/lib/nginx/modules/ngx_http_echo_module.so;
        master_process off;
        pid nginx.pid;
        events { worker_connections 1024; }
        http {
            access_log off;
            default_type text/plain;
            client_max_body_size 0;
            client_body_buffer_size 2m;
            client_body_temp_path temporary;
            proxy_temp_path temporary/proxy;
            fastcgi_temp_path temporary/fastcgi;
            scgi_temp_path temporary/scgi;
            uwsgi_temp_path temporary/uwsgi;
            keepalive_requests 100000;
            ssl_certificate localhost.pem;
            ssl_certificate_key localhost.key;
            server { listen 127.0.0.1:\(plainPort); \(locations) }
            server { listen 127.0.0.1:\(securePort) ssl http2; \(locations) }
            server { listen 127.0.0.1:\(oldPort) ssl; \(locations) }
            server {
                listen 127.0.0.1:\(strictPort) ssl http2;
                ssl_client_certificate authority.pem;
                ssl_verify_client on;
                \(locations)
            }
        }
        """
    }

    private var locations: String {
        """
            location /hello { return 200 "hello"; }
            location /who { return 200 $ssl_client_s_dn; }
            location /echo { echo_read_request_body; echo_request_body; }
            location /big { alias \(folder.path)/big; }
            location /uploads { root \(folder.path); dav_methods PUT; }
            location /to-plain { return 302 \(plain("/hello")); }
            location /to-strict { return 302 \(strict("/who")); }
        """
    }
}
