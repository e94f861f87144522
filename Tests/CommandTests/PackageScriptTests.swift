import Foundation
import SiteTesting
import Testing

/// The scripts and files by which others install Kairan.
@Suite struct PackageScriptTests {
    private static let scripts = packageFolder.appending(path: "Scripts/packages").path

    /// The hook for pre-commit installs the wheel of the version that it belongs to.
    @Test func theHookHasTheVersion() throws {
        let project = try String(contentsOf: packageFolder.appending(path: "pyproject.toml"), encoding: .utf8)
        let version = try kairan(["--version"]).output.dropLast()
        #expect(project.contains("\nversion = \"\(version)\"\n"))
        #expect(project.contains("\ndependencies = [\"kairan==\(version)\"]\n"))
        let hooks = try String(contentsOf: packageFolder.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
        #expect(hooks.matches(of: /\n {2}entry: kairan check\n/).count == 2)
    }

    /// A formula has the archives that a release has, each with its checksum.
    @Test func theFormula() throws {
        let box = try TemporaryFolder()
        let archives = ["macos-arm64", "linux-aarch64", "linux-x86_64"]
        for count in 1...3 {
            let sums = archives.suffix(count).map { "sum-of-\($0)  kairan-1.2.3-\($0).tar.gz\n" }.joined()
            try box.write(sums + "other  kairan_1.2.3_amd64.deb\n", to: "SHA256SUMS")
            let formula = try bash("'\(Self.scripts)/formula' 1.2.3 '\(box.path)/SHA256SUMS' owner/kairan")
            for archive in archives {
                let address = "owner/kairan/releases/download/v1.2.3/kairan-1.2.3-\(archive).tar.gz\""
                let lines = "\(address)\n      sha256 \"sum-of-\(archive)\"\n    end\n"
                #expect(formula.contains(lines) == archives.suffix(count).contains(archive), "\(formula)")
            }
            #expect(formula.contains("  on_macos do\n    depends_on") == (count == 3))
            let opened = formula.matches(of: /\n *(class|on_\w+ do|def|test do)\b/).count + 1
            #expect(formula.matches(of: /\bend\n/).count == opened, "\(formula)")
        }
        let none = try bash("'\(Self.scripts)/formula' 9.9.9 '\(box.path)/SHA256SUMS' owner/kairan 2>&1; echo $?")
        #expect(none.hasSuffix("names no archive of version 9.9.9\n1\n"))
    }

    /// Packages of all machines become one folder. Sources of libraries that differ are damaged for one of them.
    @Test(arguments: [
        (":", nil), ("rm -r made/macOS", "gather: a release has 12 packages, and not these: kairan-1.2.3-ARM64.whl "),
        ("echo more >> made/X64/kairan_1.2.3_X64.deb", "kairan_1.2.3_X64.deb: FAILED"),
        (
            "cd made/ARM64 && echo more >> kairan-1.2.3-sources.tar && sha256sum -- *.* > SHA256SUMS && cd ../..",
            "kairan-1.2.3-sources.tar: FAILED"
        ),
    ])
    func packagesOfAllMachines(_ change: String, _ fault: String?) throws {
        let box = try TemporaryFolder()
        let shown = try bash(
            """
            set -e
            cd '\(box.path)' && mkdir -p made/X64 made/ARM64 made/macOS
            for machine in X64:x86_64 ARM64:aarch64; do
                for name in kairan-1.2.3-linux-"${machine#*:}".tar.gz kairan_1.2.3_"${machine%:*}".deb \
                    kairan-1.2.3-"${machine%:*}".whl kairan-1.2.3{,-tools}-oci-"${machine#*:}".tar; do
                    echo "$name" > "made/${machine%:*}/$name"
                done
                echo sources > "made/${machine%:*}/kairan-1.2.3-sources.tar"
            done
            echo mac > made/macOS/kairan-1.2.3-macos-arm64.tar.gz
            for machine in made/*; do (cd "$machine" && sha256sum -- * > SHA256SUMS); done
            \(change)
            '\(Self.scripts)/gather' 1.2.3 made all owner/kairan
            ls all | wc -l && grep -c tar.gz all/kairan.rb
            """)
        if let fault { #expect(shown.contains(fault), "\(shown)") } else { #expect(shown == "14\n3\n", "\(shown)") }
    }

    /// Secrets decide how the program for Macs is signed, and half of them is a mistake.
    @Test(arguments: [
        ("", "ad-hoc"), ("MACOS_CERTIFICATE= MACOS_CERTIFICATE_PASSWORD= NOTARY_KEY=", "ad-hoc"),
        ("MACOS_CERTIFICATE=a MACOS_CERTIFICATE_PASSWORD=b", "signed"),
        (
            "MACOS_CERTIFICATE=a MACOS_CERTIFICATE_PASSWORD=b NOTARY_KEY=c NOTARY_KEY_ID=d NOTARY_ISSUER=e",
            "notarized"
        ),
        (
            "MACOS_CERTIFICATE=a",
            "macos: of MACOS_CERTIFICATE MACOS_CERTIFICATE_PASSWORD, only MACOS_CERTIFICATE has a value; "
                + "set all of them or none"
        ),
        (
            "MACOS_CERTIFICATE=a MACOS_CERTIFICATE_PASSWORD=b NOTARY_KEY=c NOTARY_ISSUER=e",
            "macos: of NOTARY_KEY NOTARY_KEY_ID NOTARY_ISSUER, only NOTARY_KEY NOTARY_ISSUER has a value; "
                + "set all of them or none"
        ),
        (
            "NOTARY_KEY=c NOTARY_KEY_ID=d NOTARY_ISSUER=e",
            "macos: Apple notarizes only what is signed, and MACOS_CERTIFICATE has no value"
        ),
    ])
    func howAProgramForMacsIsSigned(_ secrets: String, _ said: String) throws {
        #expect(try bash("env \(secrets) '\(Self.scripts)/macos' signing") == "\(said)\n")
    }

    /// An archive for Macs is where the formula looks for it, with the licences of what is inside there.
    @Test func theArchiveForMacs() throws {
        let box = try TemporaryFolder()
        let shown = try bash(
            """
            set -e
            cd '\(box.path)'
            scratch=$(dirname "$(dirname "$(dirname "$(realpath '\(kairanExecutable.path)')")")")
            export KAIRAN_VERSION=1.2.3 SOURCE_DATE_EPOCH=1776610800
            mkdir -p prefix/bin archives again unpacked && echo program > prefix/bin/kairan
            '\(Self.scripts)/licences' macos "$scratch" prefix
            '\(Self.scripts)/archive' prefix archives macos-arm64
            touch prefix/bin/kairan && '\(Self.scripts)/archive' prefix again macos-arm64
            diff -r archives again && (cd archives && sha256sum -- * > ../SHA256SUMS)
            '\(Self.scripts)/formula' 1.2.3 SHA256SUMS owner/kairan | grep -o '[^/]*.tar.gz'
            tar -xzf archives/*.tar.gz -C unpacked --strip-components 1 && diff -r prefix unpacked
            """)
        #expect(shown == "kairan-1.2.3-macos-arm64.tar.gz\n", "\(shown)")
        let files = try filesIn(box.url.appending(path: "unpacked/share/doc/kairan"))
        let notice = String(decoding: files["NOTICE"] ?? [], as: UTF8.self)
        #expect(notice.contains(/\n    FlyingFox \S+ +MIT\n/) && notice.contains("\nOUTSIDE THE PROGRAM\n"))
        #expect(!notice.contains("LGPL") && !notice.contains("texts/"), "\(notice)")
        let libraries = try bash("'\(Self.scripts)/formula' libraries").split(separator: "\n")
        for library in libraries { #expect(notice.contains(" \(library)"), "\(library)") }
        #expect(files["copyright/swift-argument-parser.txt"]?.count ?? 0 > 5000)
    }

    private static let makesRepositories = ["apt-ftparchive", "dpkg-deb", "gpg", "apt-get"].allSatisfy { name in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
    }

    /// apt itself takes a package from a repository that the script made, and refuses one that was changed afterwards. The
    /// key may be older or newer than the packages.
    @Test(.enabled(if: makesRepositories), arguments: [1_776_600_000, 1_776_700_000])
    func theRepositoryForApt(_ made: Int) throws {
        let box = try TemporaryFolder()
        let shown = try bash(
            """
            set -e
            cd '\(box.path)'
            export GNUPGHOME="$PWD/keys" SOURCE_DATE_EPOCH=1776610800
            mkdir -m 700 keys
            trap 'gpgconf --kill all' EXIT
            gpg --batch --quiet --faked-system-time \(made)! --passphrase '' --quick-generate-key t@t.example ed25519 \
                sign never 2>/dev/null
            for version in 1.0 1.1; do
                mkdir -p "$version/DEBIAN" "$version/usr/share/kairan" && echo "$version" > "$version/usr/share/kairan/it"
                printf '%s\\n' 'Package: kairan' "Version: $version" "Architecture: $(dpkg --print-architecture)" \
                    'Maintainer: Nobody <nobody@example.org>' 'Description: a test' > "$version/DEBIAN/control"
                mkdir -p debs && dpkg-deb --root-owner-group --build "$version" debs >/dev/null
            done
            for name in first second; do
                KAIRAN_APT_KEY=t@t.example '\(Self.scripts)/apt' debs $name 2>/dev/null
            done
            diff -r first second && echo same
            mkdir -p apt/state/lists/partial apt/cache/archives/partial apt/parts apt/trusted && touch apt/status
            echo "deb [signed-by=$PWD/first/kairan.gpg] file:$PWD/first stable main" > apt/sources
            ask() {
                apt-get -o Dir::Etc::SourceList="$PWD/apt/sources" -o Dir::Etc::SourceParts="$PWD/apt/parts" \
                    -o Dir::State="$PWD/apt/state" -o Dir::State::status="$PWD/apt/status" -o Dir::Cache="$PWD/apt/cache" \
                    -o APT::Sandbox::User=root -o Dir::Etc::TrustedParts="$PWD/apt/trusted" "$@"
            }
            ask update -qq && ask download -qq kairan && dpkg-deb --field kairan_*.deb Version
            sed -i 's/^Label: .*/Label: Other/' first/dists/stable/InRelease first/dists/stable/Release
            rm -r apt/state/lists && mkdir -p apt/state/lists/partial
            ask update -qq 2>&1 | grep -o 'signatures were invalid' | head -n 1
            """)
        #expect(shown == "same\n1.1\nsignatures were invalid\n", "\(shown)")
    }
}
