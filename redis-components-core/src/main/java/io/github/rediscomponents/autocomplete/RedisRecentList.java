// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * {@link RecentList} by a sorted set for each owner. Its members begin with the search
 * form, so that a completion compares bytes only.
 */
final class RedisRecentList implements RecentList {

	private static final String ROOM = "recent-list";

	private static final LuaScript<Long> TOUCH = LuaScript.integer("autocomplete/recent-touch", 1, LuaScript.ANY);

	private static final LuaScript<List<Object>> COMPLETE = LuaScript.list("autocomplete/recent-complete", 1, 2);

	private static final int MAX_OWNER = 200;

	private static final int MAX_TEXT = 256;

	private static final int MAX_LIST = 1000;

	private final CommandPort redis;

	private final KeySpace keys;

	private final String name;

	private final Supplier<RecentListSettings> settings;

	RedisRecentList(CommandPort redis, KeySpace keys, String name, Supplier<RecentListSettings> settings) {
		this.redis = redis;
		this.keys = keys;
		this.name = name;
		this.settings = settings;
	}

	@Override
	public void touch(String owner, String text) {
		touchAll(owner, List.of(Checks.notNull("text", text)));
	}

	@Override
	public void touchAll(String owner, Collection<String> texts) {
		String key = key(owner);
		Checks.between("texts.size", Checks.notNull("texts", texts).size(), 0, MAX_LIST);
		RecentListSettings present = this.settings.get();
		Duration ttl = present.ttl();
		List<byte[]> args = new ArrayList<>(texts.size() + 2);
		args.add(Utf8.bytes(present.length()));
		args.add(Utf8.bytes((ttl != null) ? ttl.toMillis() : 0));
		texts.forEach((text) -> args.add(member(text)));
		if (!texts.isEmpty()) {
			this.redis.eval(TOUCH, new String[] { key }, args.toArray(byte[][]::new));
		}
	}

	@Override
	public boolean remove(String owner, String text) {
		String key = key(owner);
		byte[] member = member(text);
		Long removed = this.redis.call((commands) -> commands.zrem(key, member));
		return removed > 0;
	}

	@Override
	public List<String> newest(String owner, int n) {
		return complete(owner, "", n);
	}

	@Override
	public List<String> complete(String owner, String prefix, int n) {
		Checks.between("n", n, 1, MAX_LIST);
		String form = SearchForm.ofPrefix(prefix, MAX_TEXT, Accents.KEEP);
		return this.redis.eval(COMPLETE, new String[] { key(owner) }, Utf8.bytes(form), Utf8.bytes(n))
			.stream()
			.map(Utf8::text)
			.toList();
	}

	@Override
	public long size(String owner) {
		String key = key(owner);
		Long size = this.redis.call((commands) -> commands.zcard(key));
		return size;
	}

	@Override
	public void clear(String owner) {
		String key = key(owner);
		this.redis.call((commands) -> commands.unlink(key));
	}

	private String key(String owner) {
		return this.keys.key(ROOM, this.name + ':' + Checks.hasLength("owner", owner, MAX_OWNER));
	}

	private static byte[] member(String text) {
		return Utf8.bytes(SearchForm.ofText("text", text, MAX_TEXT, Accents.KEEP) + '\0' + text);
	}

	@Override
	public String name() {
		return this.name;
	}

}
