import Foundation
import SiteTesting
import Testing

/// `kairan check --live` is right about buckets of S3.
@Suite(.enabled(if: WebServer.place(of: "curl") != nil)) struct LiveBucketTests {
    /// Files that a deploy uploads to a bucket have their types and caches. A bucket itself has no pages for folders and
    /// for paths without a file, and compresses nothing.
    @Test(.enabled(if: DeployServer.hasAll)) func aBucket() throws {
        let board = try LiveBoard()
        let server = try DeployServer(.s3)
        let deploy = try kairan(["deploy", server.target], in: board.box.url, environment: server.environment)
        #expect(deploy.exitCode == 0, "\(deploy.errors)")
        let run = try board.check(server.address)
        #expect(
            rules(run) == ["error live.missing", "warning live.compression", "warning live.notFound"],
            "\(run.errors)")
        #expect(run.errors.contains("for what is published: api/v1/index.html, index.html [live.missing]"))
        #expect(run.errors.contains("help: name index.html as the index document"))
    }

    /// moto is a server of S3 that shows readers only what the uploader let everybody read, as Amazon's does.
    private static let hasMoto: Bool = {
        let question = ["python3", "-c", "import moto.server"]
        do { return try run(URL(filePath: "/usr/bin/env"), question).exitCode == 0 && DeployServer.hasAll } catch {
            return false
        }
    }()

    /// Starts moto, and tells rclone of it.
    private func moto(_ board: LiveBoard, isPublic: Bool = true) throws -> LiveServer {
        let server = try LiveServer(.python) { port, _ in
            "from moto.server import main\nmain([\"-H\", \"127.0.0.1\", \"-p\", \"\(port)\"])\n"
        }
        try board.box.write(
            """
            [harbour]
            type = s3
            provider = Other
            region = us-east-1
            access_key_id = key
            secret_access_key = secret
            endpoint = \(server.address)
            \(isPublic ? "acl = public-read" : "")

            """, to: "rclone.conf")
        return server
    }

    private func deploy(_ board: LiveBoard, _ options: String...) throws -> Run {
        try kairan(
            ["deploy", "rclone:harbour:board.example"] + options, in: board.box.url,
            environment: ["RCLONE_CONFIG": "\(board.box.path)/rclone.conf"])
    }

    @Test(.enabled(if: hasMoto), arguments: [true, false]) func aBucketOfMoto(_ isPublic: Bool) throws {
        let board = try LiveBoard()
        let server = try moto(board, isPublic: isPublic)
        let first = try deploy(board)
        #expect(first.exitCode == 0 && first.errors == "", "\(first.errors)")
        let run = try board.check("\(server.address)board.example/")
        guard isPublic else {
            #expect(rules(run).contains("error live.missing") && run.exitCode == 1, "\(run.errors)")
            #expect(run.errors.contains("the host lets nobody read what is published (403)"), "\(run.errors)")
            #expect(run.errors.contains("acl = public-read"))
            return
        }
        // At the root of a bucket is a list of its files.
        let listed = "other bytes are served than were published: index.html [live.bytes]\nhelp: name index.html as the"
        let found = ["error live.bytes", "error live.missing", "warning live.compression", "warning live.notFound"]
        #expect(rules(run) == found && run.errors.contains(listed), "\(run.errors)")
        #expect(run.errors.contains("for what is published: api/v1/index.html [live.missing]"))
        try board.box.write("title: Second\n", to: "content/items/a.yml")
        try board.build()
        let behind = try board.check("\(server.address)board.example/")
        #expect(behind.errors.contains("an earlier publication is still served"), "\(behind.errors)")
        let second = try deploy(board, "--live", "\(server.address)board.example/")
        #expect(rules(second) == found && second.errors.contains(listed), "\(second.errors)")
        let same = try deploy(board, "--verify")
        #expect(same.exitCode == 0 && same.errors == "", "\(same.errors)")
    }
    /// Files that a deploy uploads have all headers that readers need, and a CDN adds the rest: pages for folders and for
    /// paths without a file, and compression.
    @Test(.enabled(if: hasMoto && LiveServer.Program.nginx.isHere)) func aBucketBehindACDN() throws {
        let board = try LiveBoard()
        let bucket = try moto(board)
        let first = try deploy(board)
        #expect(first.exitCode == 0 && first.errors == "", "\(first.errors)")
        let server = try LiveServer(.nginx) { port, _ in
            WebServer.nginx(
                """
                gzip on;
                gzip_vary on;
                gzip_types application/json application/geo+json application/manifest+json text/css text/plain
                    text/calendar text/xml application/xml image/svg+xml;
                proxy_cache_path cache keys_zone=cdn:1m;
                server {
                  listen 127.0.0.1:\(port);
                  location ~ /\\.kairan { return 404; }
                  location / {
                    proxy_cache cdn;
                    proxy_cache_valid 200 1s;
                    proxy_ignore_headers Cache-Control;
                    rewrite ^(.*/)$ /board.example$1index.html break;
                    rewrite ^ /board.example$uri break;
                    proxy_pass http://127.0.0.1:\(bucket.port);
                    proxy_intercept_errors on;
                    error_page 404 /404.html;
                  }
                }
                """)
        }
        let run = try board.check(server.address, "--strict")
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
    }
}
