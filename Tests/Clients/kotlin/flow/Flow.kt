// As much of flows (kotlinx.coroutines 1.3) as a client uses, since Debian's library is older. It is compiled as if it were a part
// of that.

package kotlinx.coroutines.flow

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancelChildren
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

interface FlowCollector<T> {
    suspend fun emit(value: T)
}

interface Flow<out T> {
    suspend fun collect(collector: FlowCollector<@UnsafeVariance T>)
}

class ProducerScope<T>(val channel: Channel<T>) {
    fun trySend(element: T): Boolean = channel.offer(element)
}

fun <T> callbackFlow(block: suspend ProducerScope<T>.() -> Unit): Flow<T> = object : Flow<T> {
    override suspend fun collect(collector: FlowCollector<T>) = coroutineScope {
        val channel = Channel<T>(Channel.CONFLATED)
        launch { ProducerScope(channel).block() }
        for (element in channel) collector.emit(element)
        coroutineContext.cancelChildren()
    }
}

fun <T> Flow<T>.conflate(): Flow<T> = this

fun <T> Flow<T>.flowOn(context: CoroutineContext): Flow<T> =
    if (context == Dispatchers.IO) this else throw IllegalArgumentException("$context")

suspend inline fun <T> Flow<T>.collect(crossinline action: suspend (T) -> Unit) =
    collect(object : FlowCollector<T> {
        override suspend fun emit(value: T) = action(value)
    })

suspend fun waitUntilCancelled() {
    CompletableDeferred<Unit>().await()
}
