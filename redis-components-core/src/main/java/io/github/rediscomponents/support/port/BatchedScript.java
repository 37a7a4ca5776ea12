// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

/**
 * A script of a batch. The script is sent by its digest. If the server does not know it,
 * one call of the batch for each node is sent as text, and then the others by the digest
 * again.
 *
 * @param <T> the type of the converted reply
 */
final class BatchedScript<T extends @Nullable Object> extends BatchCall<T> {

	private final ScriptRights rights;

	private final LuaScript<T> script;

	private final String[] keys;

	private final byte[][] args;

	private boolean again;

	private boolean asText;

	private boolean proves;

	private long textBytes;

	BatchedScript(LettuceRedisPort port, LuaScript<T> script, String[] keys, byte[][] args) {
		super(port);
		this.rights = port.rights();
		this.script = script;
		this.keys = keys;
		this.args = args;
	}

	LuaScript<T> script() {
		return this.script;
	}

	/** Returns a key that determines the node; empty if there is none. */
	String key() {
		return (this.keys.length > 0) ? this.keys[0] : "";
	}

	/**
	 * Is sent again.
	 * @param byText whether as text; always so if the server has not known it twice
	 * @return whether as text
	 */
	boolean repeat(boolean byText) {
		this.asText = byText || this.again;
		this.again = true;
		return this.asText;
	}

	@Override
	AsyncCommand<String, byte[], T> make() {
		this.proves = this.rights.mustProve(this.script, this.keys);
		if (!this.proves && !this.asText) {
			this.textBytes = 0;
			return ScriptCommands.evalsha(this.script, this.keys, this.args);
		}
		byte[] text = this.proves ? this.rights.text(this.script) : this.script.text();
		this.textBytes = text.length;
		return ScriptCommands.eval(this.script, text, this.keys, this.args);
	}

	@Override
	long bytes() {
		long bytes = this.textBytes;
		for (String key : this.keys) {
			bytes += key.length();
		}
		for (byte[] arg : this.args) {
			bytes += arg.length;
		}
		return bytes;
	}

	@Override
	boolean mayBeRepeated() {
		return !this.asText && !this.proves;
	}

	@Override
	void answered() {
		if (this.proves) {
			this.rights.proved(this.script);
		}
	}

	@Override
	Throwable explain(Throwable failure) {
		return this.rights.explain(this.script, this.keys, failure);
	}

}
