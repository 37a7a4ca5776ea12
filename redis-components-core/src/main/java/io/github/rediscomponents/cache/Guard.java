package io.github.rediscomponents.cache;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.Membership;

/**
 * Asks a Bloom filter about what is missing. Only an answer that is certain has an
 * effect: whatever else comes, a failure as well, the value is loaded.
 */
final class Guard {

	private final String name;

	private final CacheEnvironment env;

	private final CacheStore store;

	private final @Nullable BloomFilter fixed;

	Guard(String name, CacheEnvironment env, CacheStore store, @Nullable BloomFilter fixed) {
		this.name = name;
		this.env = env;
		this.store = store;
		this.fixed = fixed;
	}

	boolean isAbsent(String text, Guarding guarding) {
		BloomFilter filter = filter(guarding);
		return filter != null && ask(filter, List.of(text)).get(0) == Membership.ABSENT;
	}

	/**
	 * Those that certainly have no value.
	 */
	List<String> absent(List<String> texts, Guarding guarding) {
		BloomFilter filter = filter(guarding);
		if (filter == null) {
			return List.of();
		}
		List<Membership> answers = ask(filter, texts);
		List<String> absent = new ArrayList<>();
		for (int i = 0; i < texts.size(); i++) {
			if (answers.get(i) == Membership.ABSENT) {
				absent.add(texts.get(i));
			}
		}
		return absent;
	}

	private @Nullable BloomFilter filter(Guarding guarding) {
		if (!guarding.on()) {
			return null;
		}
		if (guarding.filter() != null) {
			return guarding.filter();
		}
		if (this.fixed != null) {
			return this.fixed;
		}
		String named = this.store.tuning().settings().bloomFilter();
		return (named != null) ? this.env.filter(named) : null;
	}

	private List<Membership> ask(BloomFilter filter, List<String> texts) {
		List<Membership> answers = answers(filter, texts);
		answers.forEach((answer) -> this.env.metrics.guarded(this.name, answer));
		return answers;
	}

	private List<Membership> answers(BloomFilter filter, List<String> texts) {
		try {
			return filter.withTimeout(this.store.tuning().settings().commandTimeout()).testAll(texts);
		}
		catch (RedisComponentsException ex) {
			this.env.goesOnWithout(this.name, ex);
		}
		catch (IllegalStateException ex) {
			this.env.goesOnWithoutFilter(this.name, ex);
		}
		return texts.stream().map((text) -> Membership.UNKNOWN).toList();
	}

}
