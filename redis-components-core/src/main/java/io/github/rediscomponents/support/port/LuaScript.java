// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.ScriptOutputType;
import org.jspecify.annotations.Nullable;

/**
 * A Lua script, held as a constant of the room that uses it. Its text is read from the
 * class path once, when it is first needed: an application that starts does not wait for
 * the scripts of all rooms. A line {@code --- @include room/include/file} stands for the
 * functions that scripts of a room share.
 *
 * @param <T> the type of the converted reply: {@link Long}, {@code byte[]}, or a list of
 * those
 * @since 1.0.0
 */
public final class LuaScript<T> {

	/** Stands for "any number" in an arity. */
	public static final int ANY = -1;

	private static final String FOLDER = "META-INF/redis-components/lua/";

	/** A line of a script that stands for the functions of another file. */
	private static final Pattern INCLUDE = Pattern.compile("^--- @include (\\S+)$", Pattern.MULTILINE);

	private final String name;

	private final ScriptOutputType output;

	private final int keys;

	private final int args;

	/** Threads that meet here may each read it; they read the same. */
	private volatile @Nullable Loaded loaded;

	private LuaScript(String name, ScriptOutputType output, int keys, int args) {
		this.name = name;
		this.output = output;
		this.keys = keys;
		this.args = args;
	}

	/**
	 * Returns a script that replies with an integer.
	 * @param name room and file without its ending, such as {@code lock/acquire}
	 * @param keys how many KEYS it takes, or {@link #ANY}
	 * @param args how many ARGV it takes, or {@link #ANY}
	 * @return the script
	 */
	public static LuaScript<Long> integer(String name, int keys, int args) {
		return new LuaScript<>(name, ScriptOutputType.INTEGER, keys, args);
	}

	/**
	 * Returns a script that replies with one bulk string, or nil.
	 * @param name see {@link #integer}
	 * @param keys see {@link #integer}
	 * @param args see {@link #integer}
	 * @return the script
	 */
	public static LuaScript<byte[]> bytes(String name, int keys, int args) {
		return new LuaScript<>(name, ScriptOutputType.VALUE, keys, args);
	}

	/**
	 * Returns a script that replies with an array: integers become {@link Long}, bulk
	 * strings {@code byte[]}.
	 * @param name see {@link #integer}
	 * @param keys see {@link #integer}
	 * @param args see {@link #integer}
	 * @return the script
	 */
	public static LuaScript<List<Object>> list(String name, int keys, int args) {
		return new LuaScript<>(name, ScriptOutputType.MULTI, keys, args);
	}

	public String name() {
		return this.name;
	}

	/**
	 * Returns how many KEYS the script takes.
	 * @return a number, or {@link #ANY}
	 */
	public int keys() {
		return this.keys;
	}

	/**
	 * Returns how many ARGV the script takes.
	 * @return a number, or {@link #ANY}
	 */
	public int args() {
		return this.args;
	}

	byte[] text() {
		return loaded().text;
	}

	String sha() {
		return loaded().sha;
	}

	private Loaded loaded() {
		Loaded known = this.loaded;
		if (known == null) {
			byte[] text = INCLUDE.matcher(read(this.name))
				.replaceAll((line) -> Matcher.quoteReplacement(read(line.group(1)).stripTrailing()))
				.getBytes(StandardCharsets.UTF_8);
			known = new Loaded(text, sha1(text));
			this.loaded = known;
		}
		return known;
	}

	ScriptOutputType output() {
		return this.output;
	}

	void checkArity(int givenKeys, int givenArgs) {
		if ((this.keys != ANY && this.keys != givenKeys) || (this.args != ANY && this.args != givenArgs)) {
			throw new IllegalArgumentException("Script " + this.name + " takes " + this.keys + " keys and " + this.args
					+ " arguments, not " + givenKeys + " and " + givenArgs);
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

	private static String read(String name) {
		String path = FOLDER + name + ".lua";
		try (InputStream in = LuaScript.class.getClassLoader().getResourceAsStream(path)) {
			if (in == null) {
				throw new IllegalStateException("Script " + path + " is not on the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Script " + path + " cannot be read", ex);
		}
	}

	private static String sha1(byte[] text) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-1", ex);
		}
	}

	/**
	 * Returns the script's text, for checks at build time.
	 * @return the Lua source
	 */
	public String source() {
		return new String(text(), StandardCharsets.UTF_8);
	}

	private static final class Loaded {

		private final byte[] text;

		private final String sha;

		Loaded(byte[] text, String sha) {
			this.text = text;
			this.sha = sha;
		}

	}

}
