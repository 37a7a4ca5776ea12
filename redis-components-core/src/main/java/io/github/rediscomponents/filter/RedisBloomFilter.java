// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.filter.Known.Generation;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link BloomFilter} on slices. The state that a process has read may be outdated: every
 * slice has an epoch and rejects a client with a stale one, which then reads the state
 * again.
 */
final class RedisBloomFilter implements BloomFilter {

	private static final int MAX_ELEMENT = 65_536;

	private final CommandPort redis;

	private final Background background;

	private final FilterStore store;

	private final BloomFilterObserver observer;

	private final FillWatch fill;

	RedisBloomFilter(CommandPort redis, Background background, FilterStore store, BloomFilterObserver observer,
			FillWatch fill) {
		this.redis = redis;
		this.background = background;
		this.store = store;
		this.observer = observer;
		this.fill = fill;
	}

	@Override
	public Membership add(String element) {
		return addAll(List.of(Checks.notNull("element", element))).get(0);
	}

	@Override
	public List<Membership> addAll(Collection<String> elements) {
		String[] texts = checked(elements);
		Membership[] before = new Membership[texts.length];
		Arrays.fill(before, Membership.UNKNOWN);
		for (int from = 0; from < texts.length; from += SliceCalls.FLUSH) {
			int to = Math.min(texts.length, from + SliceCalls.FLUSH);
			try {
				add(texts, before, from, to);
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(from, to - from, texts.length - to, ex);
			}
		}
		tell(before, this.observer::added);
		this.fill.added(this.redis, count(before, Membership.ABSENT));
		return List.of(before);
	}

	private void add(String[] texts, Membership[] before, int from, int to) {
		Known known = this.store.known(this.redis);
		if (known.written().isEmpty()) {
			known = this.store.look(this.redis);
		}
		AtomicBoolean sent = new AtomicBoolean();
		try {
			add(texts, before, range(from, to), known, sent);
		}
		catch (RedisComponentsException ex) {
			throw sent.get() ? BatchFailure.unknown(0, to - from, ex) : ex;
		}
	}

	private void add(String[] texts, Membership[] before, int[] indices, Known present, AtomicBoolean answered) {
		Known known = present;
		int[] pending = indices;
		while (true) {
			known.check(this.store.name(), this.store.configured());
			BitSet refused = new BitSet();
			List<SliceCalls> sent = new ArrayList<>(3);
			for (Generation generation : known.written()) {
				sent.add(SliceCalls.add(this.store, generation, known.epoch(), texts, pending));
			}
			boolean still = SliceCalls.send(this.redis, known, sent);
			answered.set(true);
			if (!still) {
				known = this.store.look(this.redis);
				// The generation of a rebuild may have become the live one.
				answer(sent, known, before);
				continue;
			}
			sent.forEach((calls) -> calls.forEach((index, there) -> {
				if (there == null) {
					refused.set(index);
				}
			}));
			answer(sent, known, before);
			pending = refused.stream().toArray();
			if (pending.length == 0) {
				return;
			}
			Known now = this.store.look(this.redis);
			if (now.equals(known)) {
				// Slices that are lost; or are being deleted, or were not yet made, which
				// comes before the source of a rebuild is read.
				return;
			}
			// The generation of a rebuild may have become the live one.
			answer(sent, now, before);
			known = now;
		}
	}

	/**
	 * Takes the answers of the live generation, the first for each element: a repetition
	 * finds its own additions.
	 */
	private static void answer(List<SliceCalls> sent, Known known, Membership[] before) {
		for (SliceCalls calls : sent) {
			if (calls.generation().equals(known.live())) {
				calls.forEach((index, there) -> {
					if (there != null && before[index] == Membership.UNKNOWN) {
						before[index] = there ? Membership.MAYBE : Membership.ABSENT;
					}
				});
			}
		}
	}

	@Override
	public Membership test(String element) {
		return testAll(List.of(Checks.notNull("element", element))).get(0);
	}

	@Override
	public List<Membership> testAll(Collection<String> elements) {
		String[] texts = checked(elements);
		Membership[] found = new Membership[texts.length];
		Arrays.fill(found, Membership.UNKNOWN);
		for (int from = 0; from < texts.length; from += SliceCalls.FLUSH) {
			test(texts, found, from, Math.min(texts.length, from + SliceCalls.FLUSH));
		}
		tell(found, this.observer::tested);
		return List.of(found);
	}

	private void test(String[] texts, Membership[] found, int from, int to) {
		Known known = this.store.known(this.redis);
		if (known.live() == null) {
			known = this.store.lookNowAndThen(this.redis, known);
		}
		int[] pending = range(from, to);
		while (true) {
			known.check(this.store.name(), this.store.configured());
			Generation live = known.live();
			if (live == null) {
				return;
			}
			SliceCalls calls = SliceCalls.test(this.store, live, known.epoch(), texts, pending);
			if (!SliceCalls.send(this.redis, known, List.of(calls))) {
				known = this.store.look(this.redis);
				continue;
			}
			pending = takeAnswers(calls, found);
			if (pending.length == 0) {
				return;
			}
			Known now = this.store.lookNowAndThen(this.redis, known);
			if (now.equals(known)) {
				return;
			}
			known = now;
		}
	}

	/**
	 * Takes the answers to a test.
	 * @return the indices of the elements that their slices refused
	 */
	private static int[] takeAnswers(SliceCalls calls, Membership[] found) {
		BitSet refused = new BitSet();
		calls.forEach((index, there) -> {
			if (there == null) {
				refused.set(index);
			}
			else {
				found[index] = there ? Membership.MAYBE : Membership.ABSENT;
			}
		});
		return refused.stream().toArray();
	}

	@Override
	public CompletionStage<List<Membership>> testAllAsync(Collection<String> elements) {
		String[] texts = checked(elements);
		Membership[] found = new Membership[texts.length];
		Arrays.fill(found, Membership.UNKNOWN);
		CompletionStage<?> tested = CompletableFuture.completedStage(null);
		for (int from = 0; from < texts.length; from += SliceCalls.FLUSH) {
			int[] pending = range(from, Math.min(texts.length, from + SliceCalls.FLUSH));
			tested = tested.thenCompose((before) -> this.store.knownLater(this.redis))
				.thenCompose((known) -> (known.live() != null) ? CompletableFuture.completedStage(known)
						: this.store.lookNowAndThenLater(this.redis, known))
				.thenCompose((known) -> testLater(texts, found, pending, known));
		}
		return tested.thenApply((all) -> {
			tell(found, this.observer::tested);
			return List.of(found);
		});
	}

	private CompletionStage<Known> testLater(String[] texts, Membership[] found, int[] pending, Known known) {
		known.check(this.store.name(), this.store.configured());
		Generation live = known.live();
		if (live == null) {
			return CompletableFuture.completedStage(known);
		}
		SliceCalls calls = SliceCalls.test(this.store, live, known.epoch(), texts, pending);
		return calls.sendLater(this.redis, known).thenCompose((still) -> {
			if (!still) {
				return this.store.lookLater(this.redis).thenCompose((now) -> testLater(texts, found, pending, now));
			}
			int[] refused = takeAnswers(calls, found);
			if (refused.length == 0) {
				return CompletableFuture.completedStage(known);
			}
			return this.store.lookNowAndThenLater(this.redis, known)
				.thenCompose((now) -> now.equals(known) ? CompletableFuture.completedStage(known)
						: testLater(texts, found, refused, now));
		});
	}

	private static String[] checked(Collection<String> elements) {
		String[] texts = Checks.notNull("elements", elements).toArray(String[]::new);
		for (String text : texts) {
			checked(text);
		}
		return texts;
	}

	static String checked(String element) {
		return Checks.hasLength("element", element, MAX_ELEMENT);
	}

	private static int[] range(int from, int to) {
		int[] range = new int[to - from];
		Arrays.setAll(range, (i) -> from + i);
		return range;
	}

	private void tell(Membership[] answers, Tale tale) {
		for (Membership answer : Membership.values()) {
			int number = count(answers, answer);
			if (number > 0) {
				tale.tell(this.store.name(), answer, number);
			}
		}
	}

	private static int count(Membership[] answers, Membership which) {
		int number = 0;
		for (Membership answer : answers) {
			number += (answer == which) ? 1 : 0;
		}
		return number;
	}

	@Override
	public boolean create() {
		this.store.look(this.redis).check(this.store.name(), this.store.configured());
		return rebuild().createEmpty();
	}

	@Override
	public boolean rebuild(Supplier<? extends Stream<String>> source, LongConsumer progress)
			throws InterruptedException {
		Checks.notNull("source", source);
		Checks.notNull("progress", progress);
		return rebuild().run(source, progress);
	}

	private FilterRebuild rebuild() {
		return new FilterRebuild(this.redis, this.background, this.store, this.observer);
	}

	@Override
	public BloomStats stats() {
		Known known = this.store.look(this.redis);
		Generation live = known.live();
		boolean rebuilding = known.next() != null;
		if (live == null) {
			return new BloomStats(false, rebuilding, 0, 0, 0, 0, 0, 0, 1);
		}
		Layout layout = live.layout();
		SliceEngine engine = SliceEngine.of(layout.engine());
		int lost = 0;
		long bitsSet = 0;
		double elements = 0;
		double wrong = 0;
		for (List<Object> slice : this.store.forEachSlice(this.redis, live, SliceEngine::count)) {
			if (Utf8.number(slice.get(0)) < 1) {
				lost++;
				wrong++;
				continue;
			}
			long counted = Utf8.number(slice.get(1));
			bitsSet += engine.bits(layout, counted);
			elements += engine.elements(layout, counted);
			wrong += Math.pow((double) engine.bits(layout, counted) / layout.bits(), layout.hashes());
		}
		return new BloomStats(true, rebuilding, layout.capacity(), layout.slices(), lost,
				(long) layout.slices() * layout.bits(), bitsSet, Math.round(elements), wrong / layout.slices());
	}

	@Override
	public double fill() {
		return this.fill.get(this.redis);
	}

	@Override
	public void remove() {
		List<Generation> all = this.store.look(this.redis).all();
		this.store.unlink(this.redis, all);
		try {
			this.redis.call((commands) -> commands.unlink(this.store.key()));
			this.store.look(this.redis);
		}
		catch (RedisComponentsException ex) {
			throw all.isEmpty() ? ex : BatchFailure.afterPart(ex);
		}
	}

	@Override
	public BloomFilter withTimeout(Duration timeout) {
		return new RedisBloomFilter(this.redis.withTimeout(timeout), this.background, this.store, this.observer,
				this.fill);
	}

	@Override
	public String name() {
		return this.store.name();
	}

	@Override
	public String toString() {
		return "BloomFilter[" + this.store.name() + ']';
	}

	private interface Tale {

		void tell(String filter, Membership answer, int elements);

	}

}
