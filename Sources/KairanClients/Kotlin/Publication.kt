// The part of a client that is between a publication and its store, or what stands in for it in tests and previews.

package client

import java.io.IOException

/**
 * A source of publications. It is a [Store] in an app, and may be anything else in its tests and previews, which have to say
 * only what the publication is.
 */
interface PublicationSource {
    /** The last good publication of this device. */
    val publication: Publication?

    /** Calls the observer with each newer publication, until the result is closed. */
    fun observe(observer: (Publication) -> Unit): AutoCloseable = AutoCloseable {}

    /** Calls the observer with the publication of this device, if there is one, and then as [observe] does. */
    fun follow(observer: (Publication) -> Unit): AutoCloseable {
        publication?.let(observer)
        return observe(observer)
    }

    /** Asks once whether something newer is published, and downloads it. */
    @Throws(IOException::class)
    fun update(): Publication = publication ?: throw Failure.NotThisAPI()

    /** Updates now, and again whenever a change is announced, until the result is closed. */
    fun keepUpdated(): AutoCloseable = AutoCloseable {}
}

/** The source of the files that a publication loads when they are asked for, which is told of records that are left out. */
internal class PublicationFiles(val onFailure: (IOException) -> Unit, private val load: (path: String) -> ByteArray?) {
    /** Returns a file; null if the publication does not have it. */
    fun data(path: String): ByteArray? = load(path)

    companion object {
        /** Makes the files of a publication that nobody published. */
        fun of(json: Map<String, String>) = PublicationFiles({}) { json[it]?.toByteArray() }
    }
}
