// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.rediscomponents.lock.HeldLease;

/**
 * Looks for leases that were valid at the same time although they exclude each other, and
 * for tokens that did not rise. Only the time in which a lease was valid for certain
 * counts, so whatever is found is true.
 */
final class OverlapCheck {

	private final List<String> overlaps = new ArrayList<>();

	private final List<String> tokens = new ArrayList<>();

	private long contended;

	OverlapCheck(Collection<HeldLease> leases) {
		Map<CampaignTarget, List<HeldLease>> byTarget = new EnumMap<>(CampaignTarget.class);
		leases.stream()
			.filter(HeldLease::certain)
			.sorted(Comparator.comparingLong(HeldLease::begun))
			.forEach((lease) -> byTarget.computeIfAbsent(lease.target(), (key) -> new ArrayList<>()).add(lease));
		byTarget.values().forEach((each) -> {
			overlaps(each);
			contended(each);
		});
	}

	/** Leases that were valid together, with all that is known of them. */
	List<String> overlaps() {
		return this.overlaps;
	}

	/** Leases whose token is not above that of an earlier one. */
	List<String> tokens() {
		return this.tokens;
	}

	/**
	 * How many acquisitions had to wait for others: at some moment after they had been
	 * begun, others certainly held so much that there was no room.
	 */
	long contended() {
		return this.contended;
	}

	// At a moment when nothing begins, nothing new can be too much.
	private void overlaps(List<HeldLease> ordered) {
		List<HeldLease> active = new ArrayList<>();
		Map<Integer, HeldLease> endedByWeight = new TreeMap<>();
		for (HeldLease lease : ordered) {
			active.removeIf((other) -> {
				boolean over = other.validAt() < lease.begun();
				if (over) {
					endedByWeight.merge(other.weight(), other, (a, b) -> (a.token() > b.token()) ? a : b);
				}
				return over;
			});
			active.add(lease);
			if (sum(active) > lease.target().capacity()) {
				this.overlaps.add("Valid together: " + active);
			}
			endedByWeight.values()
				.stream()
				.filter((earlier) -> earlier.excludes(lease.weight()) && earlier.token() >= lease.token())
				.forEach((earlier) -> this.tokens.add("The token did not rise from " + earlier + " to " + lease));
		}
	}

	private void contended(List<HeldLease> ordered) {
		long longest = ordered.stream().mapToLong((lease) -> lease.validAt() - lease.begun()).max().orElse(0);
		for (int i = 0; i < ordered.size(); i++) {
			HeldLease lease = ordered.get(i);
			List<HeldLease> during = new ArrayList<>();
			for (int j = i - 1; j >= 0 && ordered.get(j).begun() >= lease.asked() - longest; j--) {
				if (ordered.get(j).validAt() >= lease.asked()) {
					during.add(ordered.get(j));
				}
			}
			if (during.stream().anyMatch((other) -> hadNoRoom(lease, other, during))) {
				this.contended++;
			}
		}
	}

	/** Whether there was no room for a lease when another one began. */
	private static boolean hadNoRoom(HeldLease lease, HeldLease other, List<HeldLease> during) {
		long moment = Math.max(lease.asked(), other.begun());
		return lease.excludes(other.weight())
				|| lease.excludes(sum(during.stream().filter((one) -> isValid(one, moment)).toList()));
	}

	private static boolean isValid(HeldLease lease, long moment) {
		return lease.begun() <= moment && moment <= lease.validAt();
	}

	private static int sum(List<HeldLease> leases) {
		return leases.stream().mapToInt(HeldLease::weight).sum();
	}

}
