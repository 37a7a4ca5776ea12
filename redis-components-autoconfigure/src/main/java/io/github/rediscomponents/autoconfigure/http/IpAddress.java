// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Parses IP addresses without name resolution. An IPv4-mapped IPv6 address becomes the
 * IPv4 address. A zone is removed.
 */
final class IpAddress {

	private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

	private static final Pattern V4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");

	private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

	private IpAddress() {
	}

	static @Nullable InetAddress parse(@Nullable String text) {
		if (text == null) {
			return null;
		}
		int zone = text.indexOf('%');
		String literal = (zone > 0) ? text.substring(0, zone) : text;
		if (!V4.matcher(literal).matches() && !V6.matcher(literal).matches()) {
			return null;
		}
		try {
			return InetAddress.getByName(literal);
		}
		catch (UnknownHostException ex) {
			return null;
		}
	}

	/**
	 * Parses a node as proxies write it: an address, optionally in brackets and with a
	 * port.
	 */
	static @Nullable InetAddress parseNode(String node) {
		String text = node.strip();
		if (text.startsWith("[")) {
			int end = text.indexOf(']');
			return (end > 0) ? parse(text.substring(1, end)) : null;
		}
		int colon = text.indexOf(':');
		return parse((colon > 0 && colon == text.lastIndexOf(':')) ? text.substring(0, colon) : text);
	}

	/**
	 * Returns the bytes of an address with all bits after the prefix set to zero.
	 */
	static byte[] prefix(InetAddress address, int bits) {
		byte[] bytes = address.getAddress();
		for (int i = 0; i < bytes.length; i++) {
			int kept = Math.max(0, Math.min(8, bits - 8 * i));
			bytes[i] = (byte) (bytes[i] & (0xFF00 >> kept));
		}
		return bytes;
	}

	/**
	 * Returns the subject of an address: the address itself, or the prefix of an IPv6
	 * address, because one client usually has a whole network.
	 */
	static String subject(InetAddress address, int v6Prefix) {
		if (!(address instanceof Inet6Address) || v6Prefix == 128) {
			return address.getHostAddress();
		}
		try {
			return InetAddress.getByAddress(prefix(address, v6Prefix)).getHostAddress() + '/' + v6Prefix;
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
