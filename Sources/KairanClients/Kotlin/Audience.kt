// The part of a client that decides on the device for which apps something is.

package client

import java.time.Instant
import java.time.OffsetDateTime

/**
 * The apps that something is for. Whatever this client does not know of it, because it came later, excludes the app.
 *
 * @property platforms the names of platforms; null for all
 * @property versions versions such as `>=1.4.0 <2.0.0`; null for all
 * @property share the percentage of devices
 * @property from the moment from which it is for them; null if it always was
 * @property seed the text that, with the number of a device, decides whether the device is in the share
 */
data class Audience(
    val platforms: List<String>? = null,
    val versions: String? = null,
    val share: Double = 100.0,
    val from: OffsetDateTime? = null,
    val seed: String = "",
    /** The names of parts that this client does not know. */
    private val others: Set<String> = emptySet()
) {
    internal constructor(json: Json) : this(
        json.member("platforms").orNull { it.list(Json::text) },
        json.member("versions").orNull { it.text() },
        json.member("share").double(),
        json.member("from").orNull { it.moment() },
        json.member("seed").text(),
        json.names() - setOf("platforms", "versions", "share", "from", "seed")
    )

    enum class Platform(internal val text: String) {
        ANDROID("android"), IOS("ios"), LINUX("linux"), MACOS("macos"), WEB("web"), WINDOWS("windows")
    }

    /**
     * An app on a device.
     *
     * @property version the app's version, such as `1.4.0`
     * @property device the device's random number; null if the device has none. A share below 100 % is then not for it.
     */
    data class App(val platform: Platform, val version: String, val device: Int?)

    internal fun has(app: App, moment: Instant): Boolean =
        others.isEmpty() && (platforms == null || app.platform.text in platforms) &&
            (from == null || !from.toInstant().isAfter(moment)) && (versions == null || holds(versions, app.version)) &&
            has(app.device)

    /** Tells whether a device is in the share. Each has a place among ten thousand, so a share that grows keeps those that it had. */
    private fun has(device: Int?): Boolean =
        share >= 100 || device != null && murmur3("$seed/$device".toByteArray()) % 10_000 < Math.round(share * 100)
}

/** Returns whether it is for an app, now or at another moment. What has no audience is for all. */
fun Audience?.isFor(app: Audience.App, moment: Instant = Instant.now()): Boolean = this == null || has(app, moment)

/**
 * This app on this device, whose number the store makes once, keeps beside the publication and sends to nobody.
 *
 * @param version the app's version, such as `BuildConfig.VERSION_NAME`
 */
fun Store.app(version: String, platform: Audience.Platform = Audience.Platform.ANDROID): Audience.App =
    Audience.App(platform, version, folder.device())

/** One to four numbers, perhaps with a suffix such as `-beta.2`. What follows a `+` is not compared. */
private val version = Regex("[0-9]{1,15}(\\.[0-9]{1,15}){0,3}(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+.*)?")
private val comparison = Regex("([<>=]*)(.*)")

/** Returns whether all comparisons of a range such as `>=1.4.0 <2.0.0` hold for a version. One that cannot be read holds for none. */
internal fun holds(range: String, own: String): Boolean {
    if (!version.matches(own)) return false
    return range.split(" ").filter { it.isNotEmpty() }.all { word ->
        val (sign, text) = comparison.matchEntire(word)?.destructured ?: return false
        if (!version.matches(text)) return false
        val order = Version(own).compareTo(Version(text))
        when (sign) {
            ">=" -> order >= 0
            "<=" -> order <= 0
            ">" -> order > 0
            "<" -> order < 0
            "=" -> order == 0
            else -> false
        }
    }
}

/** MurmurHash3 of 32 bits with the seed 0, as a number that is not negative. */
internal fun murmur3(bytes: ByteArray): Long {
    var hash = 0
    for (start in bytes.indices step 4) {
        val end = minOf(start + 4, bytes.size)
        var word = 0
        for (index in start until end) word = word or ((bytes[index].toInt() and 0xFF) shl 8 * (index - start))
        hash = hash xor Integer.rotateLeft(word * 0xCC9E2D51.toInt(), 15) * 0x1B873593
        if (end - start == 4) hash = Integer.rotateLeft(hash, 13) * 5 + 0xE6546B64.toInt()
    }
    hash = hash xor bytes.size
    hash = (hash xor (hash ushr 16)) * 0x85EBCA6B.toInt()
    hash = (hash xor (hash ushr 13)) * 0xC2B2AE35.toInt()
    return (hash xor (hash ushr 16)).toLong() and 0xFFFFFFFFL
}
