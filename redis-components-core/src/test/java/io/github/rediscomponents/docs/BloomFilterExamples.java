// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.BloomStats;
import io.github.rediscomponents.filter.Membership;

/**
 * The code of the page about Bloom filters.
 */
class BloomFilterExamples {

	record User(long id, String name) {
	}

	interface Users {

		void save(User user);

		@Nullable User find(Long id);

		Stream<Long> allIds();

	}

	interface Transactions {

		void run(Runnable work);

	}

	BloomFilter undeclared(BloomFilters filters, String city) {
		BloomFilterSettings settings = BloomFilterSettings.of(50_000).withErrorRate(0.001);
		BloomFilter members = filters.get("members:" + city, settings);
		return members;
	}

	List<String> without(BloomFilter members, List<String> names) {
		List<Membership> known = members.testAll(names); // one flush
		List<String> strangers = new ArrayList<>();
		for (int i = 0; i < names.size(); i++) {
			if (known.get(i) == Membership.ABSENT) {
				strangers.add(names.get(i));
			}
		}
		return strangers;
	}

	static class UserService {

		private final BloomFilter known;

		private final CacheClient cache;

		private final Users users;

		private final Transactions transactions;

		private long read;

		UserService(BloomFilter usersBloomFilter, CacheClient cache, Users users, Transactions transactions) {
			this.known = usersBloomFilter;
			this.cache = cache;
			this.users = users;
			this.transactions = transactions;
		}

		void register(User user) {
			this.transactions.run(() -> {
				this.users.save(user);
				this.known.add(String.valueOf(user.id())); // before the commit
			});
		}

		boolean rebuildEveryNight() throws InterruptedException {
			Supplier<Stream<String>> all = () -> this.users.allIds().map(String::valueOf);
			return this.known.rebuild(all, (done) -> this.read = done);
		}

		@Nullable User user(long id) {
			return this.cache.get("user", id, User.class, this.users::find);
		}

		String state() {
			BloomStats now = this.known.stats();
			return now.elements() + " of " + now.capacity() + ", wrong for " + now.errorRate() + ", read " + this.read;
		}

		@Nullable User inCode(long id) {
			TypedCache<Long, User> guarded = this.cache
				.cache(CacheSpec.of("user", Long.class, User.class).bloomFilter(this.known));
			return guarded.get(id, this.users::find);
		}

		@Nullable User afterAnImport(long id) {
			TypedCache<Long, User> plain = this.cache.cache(CacheSpec.of("user", Long.class, User.class));
			return plain.unguarded().get(id, this.users::find);
		}

		@Nullable User patient(long id) {
			TypedCache<Long, User> plain = this.cache.cache(CacheSpec.of("user", Long.class, User.class));
			return plain.guardedBy(this.known.withTimeout(Duration.ofSeconds(1))).get(id, this.users::find);
		}

	}

}
