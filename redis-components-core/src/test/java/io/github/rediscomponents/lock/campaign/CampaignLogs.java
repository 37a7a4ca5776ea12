// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.rediscomponents.lock.HeldLease;
import io.github.rediscomponents.lock.campaign.LeaseLog.Attempt;

/**
 * What all contenders wrote down.
 *
 * @param leases the leases of all
 * @param attempts what came of the other attempts
 */
record CampaignLogs(List<HeldLease> leases, Map<Attempt, Long> attempts) {

	/**
	 * Reads all files of a folder, also while they are written.
	 */
	static CampaignLogs read(Path folder) {
		List<HeldLease> leases = new ArrayList<>();
		Map<Attempt, Long> attempts = new EnumMap<>(Attempt.class);
		try (Stream<Path> files = Files.list(folder)) {
			files.filter((file) -> file.toString().endsWith(LeaseLog.SUFFIX)).map(LeaseLog::open).forEach((log) -> {
				leases.addAll(log.leases());
				log.counts().forEach((outcome, count) -> attempts.merge(outcome, count, Long::sum));
			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return new CampaignLogs(leases, attempts);
	}

	OverlapCheck check() {
		return new OverlapCheck(this.leases);
	}

	/**
	 * The longest time in which nobody got a certain target, although all contenders
	 * wanted it again and again.
	 */
	Pause longestPause() {
		return Stream.of(CampaignTarget.values())
			.map(this::longestPause)
			.max(Comparator.comparingLong(Pause::nanos))
			.orElseThrow();
	}

	private Pause longestPause(CampaignTarget target) {
		Pause longest = new Pause(target, 0, 0);
		long[] moments = this.leases.stream()
			.filter((lease) -> lease.target() == target)
			.mapToLong(HeldLease::begun)
			.sorted()
			.toArray();
		for (int i = 1; i < moments.length; i++) {
			Pause pause = new Pause(target, moments[i - 1], moments[i]);
			longest = (pause.nanos() > longest.nanos()) ? pause : longest;
		}
		return longest;
	}

	/** How many leases of other targets were acquired meanwhile. */
	long others(Pause pause) {
		return this.leases.stream()
			.filter((lease) -> lease.begun() > pause.from() && lease.begun() < pause.to())
			.count();
	}

	/**
	 * The leases that were begun or held around a moment, to find out why nobody else got
	 * one.
	 */
	List<HeldLease> around(Pause pause) {
		return this.leases.stream()
			.filter((lease) -> lease.target() == pause.target() && lease.begun() <= pause.to()
					&& Math.max(lease.begun(), lease.ended()) >= pause.from())
			.toList();
	}

	/**
	 * A time in which nobody got something.
	 *
	 * @param target what
	 * @param from when it was acquired before, {@link System#nanoTime()}
	 * @param to when it was acquired next
	 */
	record Pause(CampaignTarget target, long from, long to) {

		long nanos() {
			return this.to - this.from;
		}

	}

}
