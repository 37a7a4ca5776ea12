// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * Reads the holders and the number of waiters of one queue by as many scripts as it
 * takes. Numbers that changed between two scripts are read again from the start; each
 * change removes what has expired, so there is less to read then. Holders are read in the
 * order of their tokens, each once.
 */
final class QueueReader {

	private static final LuaScript<List<Object>> INFO = LuaScript.list("lease/queue-info", 4, 5);

	private static final int FIELDS = 9;

	/** There is no more to count, or to list. */
	private static final long OVER = -1;

	private final CommandPort redis;

	private final QueueKeys queue;

	private final int most;

	private final List<QueueInfo.Holder> holders = new ArrayList<>();

	private int used;

	private int waiting;

	private long token;

	private String state = "";

	/** The last that was counted. */
	private String last = "";

	private long counted;

	private long after;

	/**
	 * Creates a reader for one use.
	 * @param most how many holders to list at most
	 */
	QueueReader(CommandPort redis, QueueKeys queue, int most) {
		this.redis = redis;
		this.queue = queue;
		this.most = most;
	}

	QueueInfo info() {
		do {
			script();
		}
		while (this.counted != OVER || lists());
		return new QueueInfo(this.used, this.waiting, this.token, this.holders);
	}

	List<QueueInfo.Holder> holders() {
		this.counted = OVER;
		do {
			script();
		}
		while (lists());
		return this.holders;
	}

	/** The last token that was given, by one script. */
	long lastToken() {
		return Utf8.number(script(0).get(2));
	}

	private boolean lists() {
		return this.after != OVER && this.holders.size() < this.most;
	}

	private void script() {
		int list = lists() ? this.most - this.holders.size() : 0;
		List<Object> reply = script(list);
		if (this.counted != OVER) {
			count(reply);
		}
		if (list > 0) {
			list(reply);
		}
	}

	private List<Object> script(int list) {
		return this.redis.eval(INFO, this.queue.all(), this.queue.kind().code(), Utf8.bytes(list),
				Utf8.bytes(this.after), Utf8.bytes(this.counted), Utf8.bytes(this.last));
	}

	private void count(List<Object> reply) {
		String now = Utf8.text(reply.get(7));
		if (this.counted > 0 && !now.equals(this.state)) {
			this.counted = 0;
			return;
		}
		if (this.counted == 0) {
			this.state = now;
			this.used = (int) Utf8.number(reply.get(0));
			this.waiting = (int) Utf8.number(reply.get(1));
			this.token = Utf8.number(reply.get(2));
		}
		this.used -= (int) Utf8.number(reply.get(3));
		this.waiting -= (int) Utf8.number(reply.get(4));
		this.counted = Utf8.number(reply.get(5));
		this.last = Utf8.text(reply.get(8));
	}

	private void list(List<Object> reply) {
		for (int at = FIELDS; at < reply.size(); at += 4) {
			this.holders.add(new QueueInfo.Holder(Utf8.text(reply.get(at)), Utf8.number(reply.get(at + 1)),
					Utf8.number(reply.get(at + 2)), Utf8.number(reply.get(at + 3))));
		}
		this.after = Utf8.number(reply.get(6));
	}

}
