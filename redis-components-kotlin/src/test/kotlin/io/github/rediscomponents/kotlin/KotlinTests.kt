// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.kotlin

import io.github.rediscomponents.RedisComponents
import io.github.rediscomponents.codec.TypeRef
import io.github.rediscomponents.lock.LockNotAcquiredException
import io.github.rediscomponents.lock.LockOptions
import io.github.rediscomponents.test.RealRedis
import io.github.rediscomponents.test.RedisServer
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.assertj.core.api.Assertions.assertThatIllegalStateException
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.springframework.data.redis.connection.RedisStandaloneConfiguration
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration

@RealRedis
class KotlinTests {

    private val stored = mutableMapOf("1" to KotlinExamples.Shop("Kiosk", listOf("open", "small")))

    private lateinit var factory: LettuceConnectionFactory

    private lateinit var components: RedisComponents

    private lateinit var examples: KotlinExamples

    @BeforeEach
    fun connect(redis: RedisServer) {
        factory = LettuceConnectionFactory(RedisStandaloneConfiguration(redis.host(), redis.port()))
        factory.afterPropertiesSet()
        factory.start()
        components = RedisComponents.on(factory).commandTimeout(Duration.ofSeconds(30)).build()
        assertThat(components.ids().nextId()).isPositive()
        examples = KotlinExamples(components.caches(), components.locks(), components.ids(), stored)
    }

    @AfterEach
    fun disconnect() {
        components.close()
        factory.destroy()
    }

    @Test
    fun theExamplesOfTheGuideWork() {
        assertThat(examples.shop("1")).isEqualTo(KotlinExamples.Shop("Kiosk", listOf("open", "small")))
        assertThat(examples.shop("2")).isNull()
        assertThat(examples.rename("1", "Bakery")).isPositive()
        assertThat(examples.shop("1")?.name).isEqualTo("Bakery")
        assertThat(examples.newId()).isPositive()
    }

    @Test
    fun coroutinesAwaitTheAsynchronousCalls(): Unit = runBlocking {
        assertThat(examples.tags(this, "1")).containsExactly("open", "small")
        assertThat(examples.tags(this, "2")).isNull()
    }

    @Test
    fun aTypeIsTheOneOfJava() {
        val java = Declared::class.java.getMethod("declared").genericReturnType
        assertThat(typeRef<MutableMap<String, MutableList<Int>>>().type()).isEqualTo(java).hasSameHashCodeAs(java)
        assertThat(typeRef<Map<String, List<Int>>>().type()).isEqualTo(java)
        assertThat(typeRef<Int>().type()).isEqualTo(Int::class.javaObjectType)
        assertThat(typeRef<String>().type()).isEqualTo(String::class.java)
    }

    @Test
    fun oneCacheIsTheSameForBothLanguages() {
        val kotlin = components.caches().cache<List<Int>>("numbers")
        kotlin.put("a", listOf(1, 2))
        val same = components.caches().cache("numbers", object : TypeRef<MutableList<Int>>() {})
        assertThat(same.peek("a").value()).isEqualTo(listOf(1, 2))
    }

    @Test
    fun theLockIsReleasedWhateverTheBodyDoes() {
        val lock = components.locks().get("job")
        assertThat(lock.withLock { if (lock.info().held()) "held" else null }).isEqualTo("held")
        assertThat(lock.withLock<String?> { null }).isNull()
        assertThatIllegalStateException().isThrownBy { lock.withLock { error("no") } }
        assertThat(lock.info().held()).isFalse()
    }

    @Test
    fun aLockThatIsHeldIsNotAcquired() {
        val options = LockOptions.noWait()
        components.locks().get("job").withLock {
            assertThatExceptionOfType(LockNotAcquiredException::class.java)
                .isThrownBy { components.locks().get("job").withLock(options) { } }
        }
    }

    @Test
    fun theKotlinOfTheGuideIsCompiled() {
        val compiled = normalized(
            Files.readString(Path.of("src/test/kotlin/io/github/rediscomponents/kotlin/KotlinExamples.kt")),
        )
        val blocks = Regex("```kotlin\n(.*?)```", RegexOption.DOT_MATCHES_ALL)
            .findAll(Files.readString(Path.of("../docs/kotlin.md")))
            .map { normalized(it.groupValues[1]) }
            .toList()
        assertThat(blocks).isNotEmpty().allMatch { compiled.contains(it) }
    }

    private interface Declared {
        fun declared(): MutableMap<String, MutableList<Int>>
    }

    private fun normalized(code: String) =
        code.lines().map { it.trim() }.filter { it.isNotEmpty() }.joinToString("\n")

}
