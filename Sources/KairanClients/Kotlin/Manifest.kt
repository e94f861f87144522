// The part of a client that knows which files a publication has, and why it could not be had.

package client

import java.io.IOException
import java.security.MessageDigest
import java.time.DateTimeException
import java.time.OffsetDateTime
import java.time.ZoneId

/** Why a publication or a file could not be downloaded. */
sealed class Failure(message: String) : IOException(message) {
    /** Tells whether something is published that this client cannot use, so that all of its apps keep what they have. */
    val isRefusal: Boolean get() = this is Missing || this is Unreadable

    /** The answer is not the manifest of this version. It may be the sign-in page of a public network. */
    class NotThisAPI : Failure("the answer is not the manifest of version ${Client.version}")
    /** The server is busy. The store sends no request before this time, in milliseconds since 1970. */
    class Busy(val until: Long) : Failure("the server is busy")
    /** The server answered with another status than 200. */
    class Status(val status: Int, val path: String) : Failure("$path: status $status")
    /**
     * The file is not the one that the manifest lists: it was cut off, is something else, or belongs to a newer
     * publication, which the next [Store.update] downloads.
     */
    class Wrong(val path: String) : Failure("$path is not the file that the manifest lists")
    /** The publication lacks a file that this client needs. */
    class Missing(val path: String) : Failure("$path is not published")
    /** The file is right, but this client cannot read it. */
    class Unreadable(val path: String, reason: String) : Failure("$path: $reason")
    /** This client cannot read a record of a lenient endpoint. The publication has all the others. */
    class LeftOut(val path: String, reason: String) : Failure("$path: a record is left out: $reason")
}

/** The list of all files of a publication. */
class Manifest private constructor(
    internal val data: ByteArray,
    /** It normally grows when a file changes, but can be lower after a backup was restored. */
    val revision: Long,
    /** The next moment at which a file may change although nobody edits anything. */
    val nextChange: OffsetDateTime?,
    /** The time zone in which the site's days begin, or the one of this client if the device does not know that. */
    val timeZone: ZoneId,
    val files: Map<String, File>
) {
    /**
     * A file with its size in bytes.
     *
     * @property endpoint the path of the endpoint that made it, if there are others whose path it fits
     */
    class File internal constructor(val path: String, val size: Long, val sha256: String, internal val endpoint: String?) {
        internal fun fits(data: ByteArray) = data.size.toLong() == size && hash(data) == sha256

        internal companion object {
            /** The largest file that a client reads, in bytes. */
            const val maximalSize = 64L shl 20
        }
    }

    internal companion object {
        /** The largest manifest that a client reads, in bytes. */
        const val maximalSize = 16L shl 20

        fun read(data: ByteArray): Manifest {
            try {
                val json = Json.parse(data)
                if (json.member("version").text() != Client.version) throw Failure.NotThisAPI()
                val files = json.member("files").list {
                    val hash = it.member("sha256").text()
                    // A hash is the name of a file, so it may be nothing else.
                    if (!Regex("[0-9a-f]{64}").matches(hash)) throw Failure.NotThisAPI()
                    File(it.member("path").text(), it.member("size").long(), hash, it.member("endpoint").orNull(Json::text))
                }
                val zone = json.member("timeZone").orNull { known(it.text()) } ?: Client.timeZone
                val next = json.member("nextChange").orNull { it.moment() }
                return Manifest(data, json.member("revision").long(), next, zone, files.associateBy { it.path })
            } catch (error: Unfit) {
                throw Failure.NotThisAPI()
            } catch (error: OutOfMemoryError) {
                throw Failure.NotThisAPI()
            }
        }

        /** Makes the manifest of a publication that nobody published. */
        fun of(json: Map<String, String>): Manifest {
            val files = json.mapValues { (path, text) -> File(path, text.toByteArray().size.toLong(), "", null) }
            return Manifest(ByteArray(0), 0, null, Client.timeZone, files)
        }

        private fun known(zone: String): ZoneId? = try { ZoneId.of(zone) } catch (error: DateTimeException) { null }
    }

    /** Returns the values of the only parameter in the path of an endpoint, such as `items/{id}.json`, for which there is a file. */
    internal fun values(endpoint: String): List<String> {
        val (start, end) = Pair(endpoint.substringBefore('{'), endpoint.substringAfter('}'))
        return files.values.filter { (it.endpoint ?: endpoint) == endpoint }.map { it.path }
            .filter { it.length > start.length + end.length && it.startsWith(start) && it.endsWith(end) }
            .map { it.substring(start.length, it.length - end.length) }.filter { '/' !in it }.sorted()
    }
}

internal fun hash(data: ByteArray): String =
    MessageDigest.getInstance("SHA-256").digest(data).joinToString("") { "%02x".format(it) }
