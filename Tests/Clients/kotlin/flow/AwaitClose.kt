package kotlinx.coroutines.channels

import kotlinx.coroutines.flow.ProducerScope
import kotlinx.coroutines.flow.waitUntilCancelled

suspend fun ProducerScope<*>.awaitClose(block: () -> Unit = {}) {
    try {
        waitUntilCancelled()
    } finally {
        block()
    }
}
