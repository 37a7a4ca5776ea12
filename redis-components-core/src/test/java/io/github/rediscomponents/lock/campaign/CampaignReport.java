// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.campaign;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.rediscomponents.lock.HeldLease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.campaign.CampaignFaults.Done;
import io.github.rediscomponents.lock.campaign.CampaignFaults.Fault;
import io.github.rediscomponents.lock.campaign.CampaignLogs.Pause;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What came of a campaign.
 */
final class CampaignReport {

	/** Without so many a campaign shows nothing. */
	static final int FEWEST_FAULTS = 6;

	private static final int MOST = 5;

	private final String how;

	private final CampaignLogs logs;

	private final CampaignFaults faults;

	private final int processes;

	private final double seconds;

	private final OverlapCheck check;

	CampaignReport(long seed, int scale, CampaignLogs logs, CampaignFaults faults, int processes, long nanos) {
		this.how = "-Dcampaign.seed=" + seed + " -Dcampaign.scale=" + scale;
		this.logs = logs;
		this.faults = faults;
		this.processes = processes;
		this.seconds = nanos / 1e9;
		this.check = logs.check();
	}

	void print() {
		int all = this.logs.leases().size();
		print("Lock campaign: %s", this.how);
		print("  acquisitions %d, contended %d (%.0f %%), %.0f/s over %.0f s", all, this.check.contended(),
				100.0 * this.check.contended() / Math.max(1, all), all / this.seconds, this.seconds);
		print("  overlaps %d, tokens that did not rise %d", this.check.overlaps().size(), this.check.tokens().size());
		print("  by kind %s", count(HeldLease::kind));
		print("  endings %s, never valid for certain %d", count(HeldLease::ending),
				this.logs.leases().stream().filter((lease) -> !lease.certain()).count());
		print("  other attempts %s", this.logs.attempts());
		Map<Fault, Integer> broken = this.faults.counts();
		print("  faults %d: %s", broken.values().stream().mapToInt(Integer::intValue).sum(), broken);
		print("  JVMs started %d, server restarts %d, the longest %.1f s", this.processes + 1,
				broken.getOrDefault(Fault.KILL_SERVER, 0), longestRestartNanos() / 1e9);
		pause(this.logs.longestPause());
		if (!this.check.overlaps().isEmpty() || !this.check.tokens().isEmpty()) {
			this.check.overlaps().stream().limit(MOST).forEach(System.out::println);
			this.check.tokens().stream().limit(MOST).forEach(System.out::println);
			this.faults.done().forEach(System.out::println);
		}
	}

	private void pause(Pause longest) {
		List<String> meanwhile = this.faults.done()
			.stream()
			.filter((one) -> one.from() < longest.to() && one.to() > longest.from())
			.map((one) -> (one.fault() + " " + one.details()).strip())
			.toList();
		print("  longest time in which nobody got a certain name: %.1f s (%s; %d leases of others; %s)",
				longest.nanos() / 1e9, longest.target(), this.logs.others(longest), meanwhile);
		this.logs.around(longest).forEach((lease) -> print("    %s", lease));
	}

	private long longestRestartNanos() {
		return this.faults.done()
			.stream()
			.filter((one) -> one.fault() == Fault.KILL_SERVER)
			.mapToLong((one) -> one.to() - one.from())
			.max()
			.orElse(0);
	}

	private static void print(String format, Object... values) {
		System.out.println(String.format(Locale.ROOT, format, values));
	}

	private <K extends Comparable<K>> Map<K, Long> count(Function<HeldLease, K> by) {
		return this.logs.leases().stream().collect(Collectors.groupingBy(by, TreeMap::new, Collectors.counting()));
	}

	void verify(Duration longestPause) {
		assertThat(this.check.overlaps()).as(this.how).isEmpty();
		assertThat(this.check.tokens()).as(this.how).isEmpty();
		assertThat(count(HeldLease::kind)).as(this.how)
			.containsOnlyKeys(EnumSet.complementOf(EnumSet.of(LockKind.QUORUM)));
		assertThat(this.check.contended()).as(this.how).isGreaterThan(10);
		assertThat(this.faults.done()).as(this.how).extracting(Done::fault).hasSizeGreaterThanOrEqualTo(FEWEST_FAULTS);
		assertThat(Duration.ofNanos(this.logs.longestPause().nanos())).as(this.how).isLessThan(longestPause);
	}

}
