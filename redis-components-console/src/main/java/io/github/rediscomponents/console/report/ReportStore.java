// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * The reports in Redis. The keys share a slot: {@code <prefix>:console:{processes}} has
 * the report of each process, and {@code :seen}, {@code :watch}, {@code :collector} and
 * {@code :merged} are its parts.
 */
final class ReportStore {

	private static final LuaScript<List<Object>> REPORT = LuaScript.list("console/report", 5, 7);

	private static final String ROOM = "console";

	private static final String IDENTITY = "processes";

	private static final int FIXED = 6;

	private static final byte[] NOTHING = {};

	/** A process that is silent for this long is not shown. */
	static final Duration SILENCE = Duration.ofSeconds(15);

	private static final Duration FAREWELL = Duration.ofMillis(500);

	private final CommandPort redis;

	private final String process;

	private final String[] keys;

	private final LongAdder sent = new LongAdder();

	ReportStore(CommandPort redis, KeySpace keys, String process) {
		this.redis = redis;
		this.process = process;
		this.keys = new String[] { keys.key(ROOM, IDENTITY), keys.key(ROOM, IDENTITY, "seen"),
				keys.key(ROOM, IDENTITY, "watch"), keys.key(ROOM, IDENTITY, "collector"),
				keys.key(ROOM, IDENTITY, "merged") };
	}

	/**
	 * Reports this process.
	 * @param report the packed report
	 * @param looked whether the console is looked at here
	 * @param interval between two reports
	 * @param collects whether this process can be the collector
	 * @param merged what this process merged, null if nothing
	 */
	Reply report(byte[] report, boolean looked, Duration interval, boolean collects, byte @Nullable [] merged) {
		long collector = collects ? collects(interval).toMillis() : 0;
		return send(this.redis, report, looked ? "1" : "0", interval, collector, (merged != null) ? merged : NOTHING);
	}

	/** Returns for how long a process is the collector after its last report. */
	static Duration collects(Duration interval) {
		return Duration.ofMillis(Math.max(3000, 2 * interval.toMillis() + 1000));
	}

	/** Returns how many scripts this process has sent. */
	long sent() {
		return this.sent.sum();
	}

	/** Removes this process. */
	void leave() {
		send(this.redis.withTimeout(FAREWELL), NOTHING, "-1", Duration.ZERO, 0, NOTHING);
	}

	private Reply send(CommandPort port, byte[] report, String looked, Duration interval, long collector,
			byte[] merged) {
		long kept = kept(interval).toMillis();
		this.sent.increment();
		return Reply.of(port.eval(REPORT, this.keys, Utf8.bytes(this.process), report, Utf8.bytes(looked),
				Utf8.bytes(kept), Utf8.bytes(collector), Utf8.bytes(SILENCE.toMillis()), merged));
	}

	/** Returns for how long the console counts as looked at after the last report. */
	static Duration kept(Duration interval) {
		return Duration.ofMillis(Math.max(5000, 3 * interval.toMillis()));
	}

	/**
	 * The reply of the script.
	 *
	 * @param watched whether the console is looked at anywhere
	 * @param collects whether this process merges the reports
	 * @param now the time of Redis
	 * @param processes how many processes report
	 * @param merged what the collector merged, null if there is none
	 * @param others whether the console is looked at in other processes than the
	 * collector, which receives this
	 * @param reports of all processes if this process merges them
	 */
	record Reply(boolean watched, boolean collects, long now, int processes, byte @Nullable [] merged, boolean others,
			List<Reported> reports) {

		static Reply of(List<Object> reply) {
			List<Reported> reports = new ArrayList<>();
			for (int i = FIXED; i + 2 < reply.size(); i += 3) {
				reports.add(new Reported(Utf8.text(reply.get(i)),
						(long) Double.parseDouble(Utf8.text(reply.get(i + 1))), (byte[]) reply.get(i + 2)));
			}
			byte[] merged = (byte[]) reply.get(4);
			return new Reply(Utf8.number(reply.get(0)) == 1, Utf8.number(reply.get(1)) == 1, Utf8.number(reply.get(2)),
					(int) Utf8.number(reply.get(3)), (merged.length > 0) ? merged : null,
					Utf8.number(reply.get(5)) == 1, reports);
		}

	}

	/**
	 * The report of a process.
	 *
	 * @param process its id
	 * @param seen when it reported, by the time of Redis
	 * @param packed the report
	 */
	record Reported(String process, long seen, byte[] packed) {

	}

}
