// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * Slices that are strings. Looking up is one BITFIELD without a script, because it is the
 * most frequent operations, and reads the epoch in the same step.
 */
final class BitmapSlices implements SliceEngine {

	static final BitmapSlices INSTANCE = new BitmapSlices();

	/** Also raises the epochs of {@link ModuleSlices}. */
	static final LuaScript<Long> RAISE = LuaScript.integer("filter/slice-raise", 1, 1);

	private static final LuaScript<Long> CREATE = LuaScript.integer("filter/slice-create", 1, 2);

	private static final LuaScript<byte @Nullable []> ADD = LuaScript.bytes("filter/slice-add", 1, LuaScript.ANY);

	private static final LuaScript<List<Object>> COUNT = LuaScript.list("filter/slice-count", 1, 0);

	private static final byte[] GET = Utf8.bytes("GET");

	private static final byte[] LONG = Utf8.bytes("i64");

	private static final byte[] BIT = Utf8.bytes("u1");

	private static final byte[] ZERO = Utf8.bytes(0);

	private BitmapSlices() {
	}

	@Override
	public String[] keys(String key) {
		return new String[] { key };
	}

	@Override
	public CompletionStage<Long> create(Sender sender, String key, long epoch, Layout layout) {
		return sender.eval(CREATE, keys(key), Utf8.bytes(epoch), Utf8.bytes(layout.bits() + Layout.HEADER_BITS));
	}

	@Override
	public CompletionStage<Long> raise(Sender sender, String key, long epoch) {
		return sender.eval(RAISE, keys(key), Utf8.bytes(epoch));
	}

	@Override
	public CompletionStage<boolean @Nullable []> add(Sender sender, String key, long epoch, List<Element> elements) {
		int hashes = elements.get(0).place().offsets().length;
		byte[][] args = new byte[2 + elements.size() * hashes][];
		args[0] = Utf8.bytes(epoch);
		args[1] = Utf8.bytes(hashes);
		int at = 2;
		for (Element element : elements) {
			for (int offset : element.place().offsets()) {
				args[at++] = Utf8.bytes(offset + Layout.HEADER_BITS);
			}
		}
		return sender.eval(ADD, keys(key), args).thenApply(BitmapSlices::flags);
	}

	static boolean @Nullable [] flags(byte @Nullable [] reply) {
		if (reply == null) {
			return null;
		}
		boolean[] flags = new boolean[reply.length];
		for (int i = 0; i < flags.length; i++) {
			flags[i] = reply[i] == '1';
		}
		return flags;
	}

	@Override
	public CompletionStage<boolean @Nullable []> test(Sender sender, String key, long epoch, List<Element> elements) {
		int hashes = elements.get(0).place().offsets().length;
		byte[][] args = new byte[3 + 3 * elements.size() * hashes][];
		args[0] = GET;
		args[1] = LONG;
		args[2] = ZERO;
		int at = 3;
		for (Element element : elements) {
			for (int offset : element.place().offsets()) {
				args[at++] = GET;
				args[at++] = BIT;
				args[at++] = Utf8.bytes(offset + Layout.HEADER_BITS);
			}
		}
		return sender.bitfield(key, args).thenApply((reply) -> found(reply, epoch, hashes));
	}

	private static boolean @Nullable [] found(List<Object> reply, long epoch, int hashes) {
		long itsEpoch = Utf8.number(reply.get(0));
		if (itsEpoch < 1 || itsEpoch > epoch) {
			return null;
		}
		boolean[] found = new boolean[(reply.size() - 1) / hashes];
		for (int i = 0; i < found.length; i++) {
			boolean all = true;
			for (int at = 1 + i * hashes; all && at <= (i + 1) * hashes; at++) {
				all = Utf8.number(reply.get(at)) == 1;
			}
			found[i] = all;
		}
		return found;
	}

	@Override
	public CompletionStage<List<Object>> count(Sender sender, String key) {
		return sender.eval(COUNT, keys(key));
	}

	@Override
	public long bits(Layout layout, long counted) {
		return counted;
	}

	@Override
	public double elements(Layout layout, long counted) {
		return layout.elements(counted);
	}

}
