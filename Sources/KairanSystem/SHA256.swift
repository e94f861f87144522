internal import CNettle

/// The SHA-256 of bytes (FIPS 180-4), in lower-case hexadecimal digits.
package func sha256(_ bytes: [UInt8]) -> String {
    var state = sha256_ctx()
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_init(&state)
    unsafe bytes.withUnsafeBufferPointer { unsafe nettle_sha256_update(&state, $0.count, $0.baseAddress) }
    unsafe nettle_sha256_digest(&state, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
