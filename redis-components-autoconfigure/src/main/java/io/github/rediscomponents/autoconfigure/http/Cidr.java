// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.net.InetAddress;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A range of IP addresses with a common prefix.
 *
 * @param text the configured value
 * @param network an address of the range
 * @param bits length of the prefix in bits
 */
record Cidr(String text, InetAddress network, int bits) {

	/**
	 * Parses a range such as {@code 10.0.0.0/8} or {@code fd00::/8}, or a single address.
	 * @throws IllegalArgumentException if the text is neither
	 */
	static Cidr parse(String text) {
		int slash = text.indexOf('/');
		InetAddress network = IpAddress.parse((slash < 0) ? text : text.substring(0, slash));
		Integer bits = (network != null) ? bits(text, slash, 8 * network.getAddress().length) : null;
		if (network == null || bits == null) {
			throw new IllegalArgumentException(
					"must be an address or a network such as 10.0.0.0/8 or fd00::/8, was '" + text + "'");
		}
		return new Cidr(text, network, bits);
	}

	private static @Nullable Integer bits(String text, int slash, int most) {
		if (slash < 0) {
			return most;
		}
		String bits = text.substring(slash + 1);
		return (bits.matches("\\d{1,3}") && Integer.parseInt(bits) <= most) ? Integer.valueOf(bits) : null;
	}

	boolean contains(InetAddress address) {
		return address.getClass() == this.network.getClass()
				&& Arrays.equals(IpAddress.prefix(address, this.bits), IpAddress.prefix(this.network, this.bits));
	}

	@Override
	public String toString() {
		return this.text;
	}

}
