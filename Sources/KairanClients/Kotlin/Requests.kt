// The part of a client that asks the server.

package client

import java.io.ByteArrayOutputStream
import java.io.EOFException
import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URI
import java.net.URLEncoder
import java.time.DateTimeException
import java.time.ZonedDateTime
import java.time.format.DateTimeFormatter

/** Asks the server below an address, and leaves it alone for as long as it wants. */
internal class StoreRequests(private val address: URI) {
    @Volatile private var restNanos = System.nanoTime()
    @Volatile private var restMillis = 0L

    /**
     * The time until requests may be sent again, in milliseconds. The first clock is one that nobody sets, and the
     * second goes on while a device sleeps.
     */
    val rest: Long get() = minOf((restNanos - System.nanoTime()) / 1_000_000, restMillis - System.currentTimeMillis())

    /**
     * Requests a file.
     *
     * @param tag the ETag of what is here already; the data are null if the server still has the same
     * @param version a part of the address, so that no cache answers with the file of another publication
     * @param limit how long it can be in bytes; what is longer comes with more bytes than that, but not all of them
     */
    fun request(http: Store.HTTP, path: String, tag: String, version: String, limit: Long): Pair<ByteArray?, String> {
        if (rest > 0) throw Failure.Busy(System.currentTimeMillis() + rest)
        val escaped = path.split("/").joinToString("/") { URLEncoder.encode(it, "UTF-8").replace("+", "%20") }
        val query = if (version == "") "" else "?v=$version"
        val answer = http.get(address.resolve(escaped + query), if (tag == "") emptyMap() else mapOf("If-None-Match" to tag), limit)
        return when {
            answer.status == 200 -> Pair(answer.body, answer.header("ETag") ?: "")
            answer.status == 304 && tag != "" -> Pair(null, tag)
            answer.status == 429 || answer.status == 503 -> {
                val asked = answer.header("Retry-After")
                val seconds = asked?.toLongOrNull() ?: pauseUntil(asked, answer.header("Date")) ?: 60
                val pause = minOf(maxOf(seconds, 1), 86_400) * 1000
                restMillis = System.currentTimeMillis() + pause
                restNanos = System.nanoTime() + pause * 1_000_000
                throw Failure.Busy(restMillis)
            }
            else -> throw Failure.Status(answer.status, path)
        }
    }

    /** Returns the seconds until a date. The clock of the server counts, as that of the device may be wrong. */
    private fun pauseUntil(date: String?, now: String?): Long? =
        seconds(date)?.let { it - (seconds(now) ?: System.currentTimeMillis() / 1000) }

    private fun seconds(date: String?): Long? =
        try {
            date?.let { ZonedDateTime.parse(it, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond() }
        } catch (error: DateTimeException) {
            null
        }
}

/** Sends requests by what every JVM and every Android has. */
internal object PlatformHTTP : Store.HTTP {
    override fun get(address: URI, headers: Map<String, String>, limit: Long): Store.HTTP.Answer {
        val connection = address.toURL().openConnection() as HttpURLConnection
        connection.connectTimeout = 30_000
        connection.readTimeout = 30_000
        connection.useCaches = false
        for ((name, value) in headers) connection.setRequestProperty(name, value)
        try {
            val status = connection.responseCode
            val body = if (status == 200) connection.inputStream.readAtMost(limit) else ByteArray(0)
            // Not every system notices by itself that a connection ended too early.
            val size = connection.getHeaderField("Content-Length")?.toLongOrNull() ?: 0
            if (status == 200 && body.size < minOf(size, limit)) throw EOFException("$address: the connection ended too early")
            return Store.HTTP.Answer(status, body) { connection.getHeaderField(it) }
        } catch (error: RuntimeException) {
            // An answer can have a header that it trips over.
            throw IOException("$address: $error", error)
        } finally {
            connection.disconnect()
        }
    }

    private fun InputStream.readAtMost(limit: Long): ByteArray {
        val all = ByteArrayOutputStream()
        val part = ByteArray(16_384)
        while (all.size() <= limit) {
            val count = read(part)
            if (count < 0) break
            all.write(part, 0, count)
        }
        return all.toByteArray()
    }
}
