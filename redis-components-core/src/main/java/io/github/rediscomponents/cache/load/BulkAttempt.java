// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Flights;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.EntryWriter;
import io.github.rediscomponents.cache.store.Remembered;
import io.github.rediscomponents.cache.store.TagMoment;
import org.jspecify.annotations.Nullable;

/**
 * Gets what can be had of many missing values without waiting for other processes: one
 * flush for the leases, one load for what no other process is loading, one flush for the
 * fills.
 *
 * @param <V> the type of the values
 */
public final class BulkAttempt<V> {

	private final Flights<V> flights;

	private final EntryReader<V> reader;

	private final EntryWriter<V> writer;

	private final Remembered<V> remembered;

	private final LeasedLoad<V> leased;

	private final CacheReport report;

	public BulkAttempt(Flights<V> flights, EntryReader<V> reader, EntryWriter<V> writer, Remembered<V> remembered,
			LeasedLoad<V> leased, CacheReport report) {
		this.flights = flights;
		this.reader = reader;
		this.writer = writer;
		this.remembered = remembered;
		this.leased = leased;
		this.report = report;
	}

	/**
	 * Gets values, and ends their flights.
	 * @param flights that were entered, to be stored
	 * @param apart that were entered, to be loaded only
	 * @param seen entries that cannot be used, by text
	 * @param waits whether a message is wanted when other processes are done
	 * @param source loads
	 * @param found takes the results, by text
	 * @return what other processes are loading; those flights go on
	 */
	public Busy<V> run(List<Flight<V>> flights, List<Flight<V>> apart, Map<String, byte @Nullable []> seen,
			boolean waits, BulkSource<V> source, Map<String, Found<V>> found) {
		Sorted<V> sorted = new Sorted<>(new ArrayList<>(), unknown(apart, found), new ArrayList<>(), new ArrayList<>());
		TagMoment moment = BulkTags.moment(source);
		long left = acquire(flights, seen, waits, moment, sorted, found);
		load(sorted, seen, source, moment, found);
		return new Busy<>(sorted.busy, left);
	}

	/**
	 * Ends flights that no other thread ends, without a result unless they have one.
	 */
	public void end(List<Flight<V>> flights) {
		for (Flight<V> flight : flights) {
			if (!flight.isHandedOver()) {
				flight.finish(null);
				this.flights.leave(flight);
			}
		}
	}

	private void end(Flight<V> flight, Found<V> result, Map<String, Found<V>> found) {
		found.put(flight.text(), result);
		flight.finish(result);
		this.flights.leave(flight);
	}

	/**
	 * Ends the flights whose value another caller remembered since this one looked.
	 * @return the others
	 */
	private List<Flight<V>> unknown(List<Flight<V>> apart, Map<String, Found<V>> found) {
		List<Flight<V>> unknown = new ArrayList<>(apart.size());
		for (Flight<V> flight : apart) {
			Found<V> known = this.remembered.withoutRedis(flight.text());
			if (known != null) {
				end(flight, known, found);
			}
			else {
				unknown.add(flight);
			}
		}
		return unknown;
	}

	private long acquire(List<Flight<V>> flights, Map<String, byte @Nullable []> seen, boolean waits,
			@Nullable TagMoment moment, Sorted<V> sorted, Map<String, Found<V>> found) {
		List<Flight<V>> wanted = new ArrayList<>(flights.size());
		for (Flight<V> flight : flights) {
			boolean storable = this.writer.mayStore(flight) && this.reader.othersMillis(seen.get(flight.text())) == 0;
			(storable ? wanted : sorted.apart).add(flight);
		}
		long left = Long.MAX_VALUE;
		for (int tries = 0; tries < SingleLoad.MAX_UNUSABLE && !wanted.isEmpty(); tries++) {
			List<Reply<Acquired>> replies = this.writer.acquireAll(wanted, seen, waits, moment);
			EntryReader<V>.Confirmation known = this.reader.confirmation()
				.of(replies.stream().map(Reply::value).map((acquired) -> (acquired != null) ? acquired.entry() : null));
			List<Flight<V>> again = new ArrayList<>();
			RedisComponentsException failure = null;
			for (int i = 0; i < wanted.size(); i++) {
				Flight<V> flight = wanted.get(i);
				Acquired acquired = replies.get(i).value();
				if (acquired == null) {
					failure = replies.get(i).failure();
					this.writer.releaseIfUnsure(flight, failure);
					sorted.apart.add(flight);
				}
				else if (acquired.owner()) {
					sorted.owned.add(flight);
				}
				else if (acquired.fenced()) {
					sorted.fenced.add(flight);
				}
				else if (acquired.entry() == null) {
					sorted.busy.add(flight);
					left = Math.min(left, acquired.leftMillis());
				}
				else if (!take(flight, acquired.entry(), known, seen, found)) {
					boolean others = this.reader.othersMillis(acquired.entry()) > 0;
					(others ? sorted.apart : again).add(flight);
				}
			}
			if (failure != null) {
				this.report.goesOnWithout(failure);
			}
			wanted = again;
		}
		sorted.apart.addAll(wanted);
		return left;
	}

	private boolean take(Flight<V> flight, byte[] entry, EntryReader<V>.Confirmation known,
			Map<String, byte @Nullable []> seen, Map<String, Found<V>> found) {
		Found<V> result = this.reader.found(entry, known);
		if (result != null) {
			end(flight, result, found);
			return true;
		}
		seen.put(flight.text(), entry);
		return false;
	}

	private void load(Sorted<V> sorted, Map<String, byte @Nullable []> seen, BulkSource<V> source,
			@Nullable TagMoment moment, Map<String, Found<V>> found) {
		List<Flight<V>> all = new ArrayList<>(sorted.owned);
		all.addAll(sorted.apart);
		all.addAll(sorted.fenced);
		if (all.isEmpty()) {
			return;
		}
		BulkTags tags = new BulkTags(moment);
		Map<String, V> loaded = this.leased.loadAll(sorted.owned, all, seen, source, tags);
		for (Flight<V> flight : sorted.apart) {
			byte[] entry = seen.get(flight.text());
			boolean others = this.reader.othersMillis(entry) > 0;
			this.remembered.put(flight, tags.found(flight, loaded), others ? entry : null);
		}
		all.forEach((flight) -> end(flight, tags.found(flight, loaded), found));
	}

	/**
	 * What other processes are loading.
	 *
	 * @param flights that go on
	 * @param leftMillis when the first of the leases expires
	 * @param <V> the type of the values
	 */
	public record Busy<V>(List<Flight<V>> flights, long leftMillis) {
	}

	private record Sorted<V>(List<Flight<V>> owned, List<Flight<V>> apart, List<Flight<V>> busy,
			List<Flight<V>> fenced) {
	}

}
