// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * Slices that are filters of the server, each with its epoch in a key beside it. A filter
 * of the server that is not there answers like an empty one, so every call is a script
 * that looks first.
 */
final class ModuleSlices implements SliceEngine {

	static final ModuleSlices INSTANCE = new ModuleSlices();

	private static final LuaScript<Long> CREATE = LuaScript.integer("filter/module-create", 2, 3);

	private static final LuaScript<byte @Nullable []> ADD = LuaScript.bytes("filter/module-add", 2, LuaScript.ANY);

	private static final LuaScript<byte @Nullable []> TEST = LuaScript.bytes("filter/module-test", 2, LuaScript.ANY);

	private static final LuaScript<List<Object>> COUNT = LuaScript.list("filter/module-count", 2, 0);

	private ModuleSlices() {
	}

	@Override
	public String[] keys(String key) {
		return new String[] { key, epochKey(key) };
	}

	private static String epochKey(String key) {
		return key + ":epoch";
	}

	@Override
	public CompletionStage<Long> create(Sender sender, String key, long epoch, Layout layout) {
		long capacity = (layout.capacity() + layout.slices() - 1) / layout.slices();
		return sender.eval(CREATE, keys(key), Utf8.bytes(epoch), Utf8.bytes(String.valueOf(layout.errorRate())),
				Utf8.bytes(capacity));
	}

	@Override
	public CompletionStage<Long> raise(Sender sender, String key, long epoch) {
		return sender.eval(BitmapSlices.RAISE, new String[] { epochKey(key) }, Utf8.bytes(epoch));
	}

	@Override
	public CompletionStage<boolean @Nullable []> add(Sender sender, String key, long epoch, List<Element> elements) {
		return sender.eval(ADD, keys(key), args(epoch, elements)).thenApply(BitmapSlices::flags);
	}

	@Override
	public CompletionStage<boolean @Nullable []> test(Sender sender, String key, long epoch, List<Element> elements) {
		return sender.eval(TEST, keys(key), args(epoch, elements)).thenApply(BitmapSlices::flags);
	}

	private static byte[][] args(long epoch, List<Element> elements) {
		byte[][] args = new byte[1 + elements.size()][];
		args[0] = Utf8.bytes(epoch);
		for (int i = 0; i < elements.size(); i++) {
			args[i + 1] = Utf8.bytes(elements.get(i).text());
		}
		return args;
	}

	@Override
	public CompletionStage<List<Object>> count(Sender sender, String key) {
		return sender.eval(COUNT, keys(key));
	}

	@Override
	public long bits(Layout layout, long counted) {
		return Math.round(layout.bits() * -Math.expm1(-(double) counted * layout.hashes() / layout.bits()));
	}

	@Override
	public double elements(Layout layout, long counted) {
		return counted;
	}

}
