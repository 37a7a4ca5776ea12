// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.kotlin

import io.github.rediscomponents.cache.AsyncTypedCache
import io.github.rediscomponents.cache.CacheClient
import io.github.rediscomponents.cache.TypedCache
import io.github.rediscomponents.id.IdWorker
import io.github.rediscomponents.lock.DistributedLock
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.future.await
import kotlinx.coroutines.future.future

/** The code of the guide. */
class KotlinExamples(
    private val caches: CacheClient,
    private val locks: DistributedLock,
    private val ids: IdWorker,
    private val stored: MutableMap<String, Shop>,
) {

    @JvmRecord
    data class Shop(val name: String, val tags: List<String>)

    private val shops: TypedCache<String, Shop> = caches.cache<Shop>("shop")

    fun shop(id: String): Shop? = shops.get(id) { stored[it] }

    fun rename(id: String, name: String): Long =
        locks.get("shop:$id").withLock { lease ->
            stored[id] = Shop(name, stored[id]?.tags ?: emptyList())
            shops.invalidate(id)
            lease.token()
        }

    suspend fun tags(scope: CoroutineScope, id: String): List<String>? {
        val tags: AsyncTypedCache<String, List<String>> = caches.cache<List<String>>("tags").async()
        return tags.get(id) { key -> scope.future { stored[key]?.tags } }.await()
    }

    fun newId(): Long = ids.nextId()

}
