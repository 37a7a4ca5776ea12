// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.ProxiedRedisFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What happens to an index when replies are lost and Redis is away.
 */
class PrefixIndexFaultTests extends ProxiedRedisFixture {

	private final LiveSettings<Map<String, PrefixIndexSettings>> declared = new LiveSettings<>(
			Map.of("shops", PrefixIndexSettings.defaults()));

	private final PrefixIndex<String> index = index(this.port);

	PrefixIndexFaultTests() {
		super(Duration.ofSeconds(20));
	}

	@Test
	void isTheSameWhenChangesAreRepeatedAfterALostReply() {
		load(300);
		this.proxy.swallowNextReply();
		assertThat(load(310).total()).isEqualTo(310);
		this.proxy.swallowNextReply();
		this.index.setWeight("id5", 999);
		this.proxy.swallowNextReply();
		this.index.remove("id309");
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
		assertThat(this.index.size()).isEqualTo(309);
		assertThat(this.index.complete("TERM", 3)).extracting(IndexEntry::id).containsExactly("id5", "id308", "id307");
	}

	@Test
	void followsItsDeclarationButKeepsItsAccents() {
		this.index.put(IndexEntry.of("1", "é", 1));
		this.declared
			.swap(Map.of("shops", PrefixIndexSettings.defaults().withAccents(Accents.IGNORE).withMaxPayload(3)));
		assertThat(this.index.complete("é", 5)).hasSize(1);
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.put(new IndexEntry<>("2", "x", 1, "four")))
			.withMessageStartingWith("payload ");
	}

	@Test
	void failsClearlyWhileRedisIsAwayAndGoesOnAfterwards() {
		PrefixIndex<String> impatient = index(this.port.withTimeout(Duration.ofMillis(200)));
		load(10);
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> impatient.load(entries(300).iterator(), (done) -> {
			})));
		this.server.restart();
		await().ignoreExceptions().until(() -> load(300).total() == 300);
		assertThat(this.index.complete("", 1)).extracting(IndexEntry::id).containsExactly("id299");
	}

	@Test
	void saysThatAPartOfALoadWasMade() {
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> readOnlyFrom(2).load(entries(250).iterator(), (done) -> {
			}))
			.satisfies((ex) -> {
				assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN);
				assertThat(ex.progress()).contains(new BatchProgress(this.index.size(), 0, 250 - this.index.size()));
				assertThat(this.index.size()).isPositive();
			});
	}

	@Test
	void saysThatAPartOfTheEntriesWasRemoved() {
		load(250);
		List<String> ids = entries(250).stream().map(IndexEntry::id).toList();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> readOnlyFrom(2).removeAll(ids))
			.satisfies((ex) -> {
				assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN);
				assertThat(ex.progress()).contains(new BatchProgress(250 - this.index.size(), 0, this.index.size()));
				assertThat(this.index.size()).isLessThan(250);
			});
	}

	@Test
	void saysThatAChangeWasMadeWhoseListsAreNotMended() {
		load(3000);
		this.server.command("DEL", "test:prefix-index:{shops}:tops", "test:prefix-index:{shops}:lists");
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> readOnlyFrom(2).put(IndexEntry.of("new", "term 1", 5000)))
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
		assertThat(this.index.size()).isEqualTo(3001);
		this.server.command("REPLICAOF", "NO", "ONE");
		assertThat(this.index.complete("term", 1)).extracting(IndexEntry::id).containsExactly("new");
	}

	@Test
	void saysThatNothingWasChanged() {
		load(10);
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> readOnlyFrom(1).remove("id1"))
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED));
		assertThat(this.index.size()).isEqualTo(10);
	}

	/** An index whose server becomes a replica before a script. */
	private PrefixIndex<String> readOnlyFrom(int script) {
		AtomicInteger left = new AtomicInteger(script);
		return index(InterceptedPort.of(this.port, (method, args, real) -> {
			if (InterceptedPort.script(args).equals("autocomplete/index") && left.decrementAndGet() == 0) {
				this.server.command("REPLICAOF", "127.0.0.1", "1");
			}
			return real.proceed();
		}));
	}

	private LoadResult load(int entries) {
		return this.index.load(entries(entries).iterator(), (done) -> {
		});
	}

	private static List<IndexEntry<String>> entries(int number) {
		return IntStream.range(0, number).mapToObj((i) -> IndexEntry.<String>of("id" + i, "term " + i, i)).toList();
	}

	private PrefixIndex<String> index(CommandPort redis) {
		return PrefixIndexes.create(redis, new KeySpace("test"), ValueCodecs.json(), this.declared)
			.get("shops", String.class);
	}

}
