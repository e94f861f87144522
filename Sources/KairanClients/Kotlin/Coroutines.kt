// The part of a client for kotlinx.coroutines. Nothing else in the client needs it.

package client

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.flow.conflate
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.suspendCancellableCoroutine

/** The publication of this device, if there is one, and then each new one. Whoever is slow gets only the newest. */
val PublicationSource.publications: Flow<Publication>
    get() = callbackFlow<Publication> {
        val observer = follow { trySend(it) }
        awaitClose { observer.close() }
    }.conflate().flowOn(Dispatchers.IO)

/** Does what [PublicationSource.publication] does, without blocking the caller. */
suspend fun PublicationSource.current(): Publication? = aside { publication }

/** Does what [PublicationSource.update] does, without blocking the caller. It ends at once if the coroutine is cancelled. */
suspend fun PublicationSource.refresh(): Publication = aside { update() }

/** Loads files of a publication without blocking the caller, as in `board.load { eventsById("flea") }`. */
suspend fun <T> Publication.load(work: Publication.() -> T): T = aside { work() }

/** Works on a thread of its own, which is interrupted if the coroutine is cancelled. Nobody waits until it has ended. */
private suspend fun <T> aside(work: () -> T): T = suspendCancellableCoroutine { continuation ->
    val thread = Thread { continuation.resumeWith(runCatching(work)) }
    continuation.invokeOnCancellation { thread.interrupt() }
    thread.isDaemon = true
    thread.start()
}
