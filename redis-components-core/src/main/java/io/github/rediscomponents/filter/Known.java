// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * The state of a filter as last read by this process: the generations and the newest
 * epoch. Slices with a newer epoch make the process read the state again.
 *
 * @param epoch the newest epoch that it may meet
 * @param live the generation that is read
 * @param next the one that is being built
 * @param old the one that was live before and is being deleted
 * @param waste those that were never finished
 */
record Known(long epoch, @Nullable Generation live, @Nullable Generation next, @Nullable Generation old,
		List<Generation> waste) {

	static final String OLD = "old";

	static final String OLD_LAYOUT = "old-layout";

	static final String WASTE = "waste";

	static final String NEXT = "next";

	static final String NEXT_LAYOUT = "next-layout";

	static final Known NOTHING = new Known(0, null, null, null, List.of());

	static Known of(String filter, Map<String, byte[]> fields) {
		byte[] epoch = fields.get("epoch");
		if (epoch == null) {
			return NOTHING;
		}
		List<Generation> waste = new ArrayList<>();
		byte[] lines = fields.get(WASTE);
		if (lines != null) {
			Utf8.text(lines).lines().forEach((line) -> {
				int space = line.indexOf(' ');
				waste.add(Generation.of(filter, line.substring(0, space), line.substring(space + 1)));
			});
		}
		return new Known(Utf8.number(epoch), generation(filter, fields, "live", "live-layout"),
				generation(filter, fields, NEXT, NEXT_LAYOUT), generation(filter, fields, OLD, OLD_LAYOUT), waste);
	}

	private static @Nullable Generation generation(String filter, Map<String, byte[]> fields, String id,
			String layout) {
		byte[] value = fields.get(id);
		byte[] text = fields.get(layout);
		return (value != null && text != null) ? Generation.of(filter, Utf8.text(value), Utf8.text(text)) : null;
	}

	/**
	 * Returns the generations that additions write to.
	 */
	List<Generation> written() {
		List<Generation> all = new ArrayList<>(3);
		for (Generation one : new Generation[] { this.live, this.next, this.old }) {
			if (one != null) {
				all.add(one);
			}
		}
		return all;
	}

	/**
	 * Returns all of which there may be slices.
	 */
	List<Generation> all() {
		List<Generation> all = new ArrayList<>(written());
		all.addAll(this.waste);
		return all;
	}

	/**
	 * Returns whether the generations are still those of a reply of the filter.
	 */
	boolean isStill(List<@Nullable Object> authority) {
		Object itsEpoch = authority.get(0);
		return itsEpoch != null && Utf8.number(itsEpoch) == this.epoch && is(this.live, authority.get(1))
				&& is(this.next, authority.get(2)) && is(this.old, authority.get(3));
	}

	private static boolean is(@Nullable Generation generation, @Nullable Object id) {
		return (generation != null) ? id != null && generation.id().equals(Utf8.text(id)) : id == null;
	}

	/**
	 * Returns those that another state of the filter lost: it was deleted without them,
	 * and made anew perhaps.
	 */
	List<Generation> lostIn(Known later) {
		// A rebuild raises the epoch and deletes the replaced generation.
		return (later.epoch <= this.epoch)
				? all().stream().filter((generation) -> !later.all().contains(generation)).toList() : List.of();
	}

	/**
	 * Refuses a filter of other settings, unless one of these is being built.
	 */
	void check(String filter, Layout configured) {
		if (this.live != null && !this.live.layout().equals(configured)
				&& (this.next == null || !this.next.layout().equals(configured))) {
			throw new BloomFilterMismatchException(filter, this.live.layout().toString(), configured.toString());
		}
	}

	/**
	 * One complete set of slices.
	 *
	 * @param id new for each
	 * @param layout the position of the bits
	 */
	record Generation(String id, Layout layout) {

		static Generation of(String filter, String id, String layout) {
			Layout parsed = Layout.parse(layout);
			if (parsed == null) {
				throw new IllegalStateException("Bloom filter '" + filter
						+ "' was built by a version that this one does not understand: " + layout);
			}
			return new Generation(id, parsed);
		}

	}

}
