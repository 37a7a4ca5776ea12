// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * Builds the name of every Redis key: {@code <prefix>:<room>:{<identity>}[:<part>]}. The
 * braces are the hash tag, so that the parts of one identity share a cluster slot while
 * identities spread over the slots.
 *
 * <p>
 * Braces and percent signs of an identity are written as {@code %7B}, {@code %7D} and
 * {@code %25}; two identities never get the same key.
 *
 * @since 1.0.0
 */
public final class KeySpace {

	private static final int MAX_IDENTITY = 512;

	private final String prefix;

	/**
	 * Creates a key space.
	 * @param prefix the beginning of every key, such as the application's name; not
	 * empty, without braces
	 * @throws IllegalArgumentException if {@code prefix} is blank, has a brace, or is not
	 * well-formed UTF-16
	 */
	public KeySpace(String prefix) {
		Utf8.wellFormed("prefix", Checks.hasText("prefix", prefix));
		if (prefix.indexOf('{') >= 0 || prefix.indexOf('}') >= 0) {
			throw new IllegalArgumentException("prefix must not contain a brace: '" + prefix + "'");
		}
		this.prefix = prefix;
	}

	/**
	 * Returns the prefix of every key.
	 * @return never empty
	 */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Returns the key of something that has one part only.
	 * @param room the room's name
	 * @param identity identifies the locked, cached or counted object; 1 to 512
	 * characters of the user's choice, well-formed UTF-16
	 * @return the key
	 */
	public String key(String room, String identity) {
		return this.prefix + ':' + room + ":{" + escape(identity) + '}';
	}

	/**
	 * Returns the key of one part of something, in the same slot as its other parts.
	 * @param room the room's name
	 * @param identity see {@link #key(String, String)}
	 * @param part which part
	 * @return the key
	 */
	public String key(String room, String identity, String part) {
		return key(room, identity) + ':' + part;
	}

	/**
	 * Returns the key of something in the slot of another hash tag, such as that of an
	 * application's own keys. Differs from every key of {@link #key(String, String)}.
	 * @param room the room's name
	 * @param tag the unchanged text between the first braces: 1 to 512 characters, no
	 * brace
	 * @param identity see {@link #key(String, String)}
	 * @return the key
	 */
	public String taggedKey(String room, String tag, String identity) {
		Checks.hasLength("tag", tag, MAX_IDENTITY);
		Checks.isTrue(tag.indexOf('{') < 0 && tag.indexOf('}') < 0, "tag must not contain a brace: '" + tag + "'");
		return this.prefix + ':' + room + ":{" + tag + "}:{" + escape(identity) + '}';
	}

	/**
	 * Returns what all keys of identities with the same beginning begin with.
	 * @param room the room's name
	 * @param beginning of the identities; 1 to 512 characters, well-formed UTF-16
	 * @return the beginning of their keys, with an open brace
	 */
	public String beginning(String room, String beginning) {
		return this.prefix + ':' + room + ":{" + escape(beginning);
	}

	/**
	 * Returns the identity of which {@link #key(String, String)} has made a key.
	 * @param room the room's name
	 * @param key any key
	 * @return the identity; null if the key is none of the room, or that of a part
	 */
	public @Nullable String identity(String room, String key) {
		int begin = this.prefix.length() + room.length() + 3;
		int end = key.length() - 1;
		if (end <= begin || key.indexOf('}') != end || !key.startsWith(this.prefix + ':' + room + ":{")) {
			return null;
		}
		String escaped = key.substring(begin, end);
		return (escaped.indexOf('%') < 0) ? escaped
				: escaped.replace("%7B", "{").replace("%7D", "}").replace("%25", "%");
	}

	/**
	 * Returns a channel for messages, outside every slot.
	 * @param room the room's name
	 * @param name which channel
	 * @return the channel's name
	 */
	public String channel(String room, String name) {
		return this.prefix + ':' + room + ":channel:" + name;
	}

	private static String escape(String identity) {
		Checks.hasLength("identity", identity, MAX_IDENTITY);
		if (identity.indexOf('{') < 0 && identity.indexOf('}') < 0 && identity.indexOf('%') < 0) {
			return identity;
		}
		return identity.replace("%", "%25").replace("{", "%7B").replace("}", "%7D");
	}

}
