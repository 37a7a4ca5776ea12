// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.net.InetAddress;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address that a request comes from. The forwarding header is believed only
 * from the right, as far as trusted proxies wrote it: everything before that the client
 * may have made up.
 *
 * @param trusted the proxies
 * @param header which header they write
 * @param ipv6Prefix how many bits of an IPv6 address count
 */
record ClientAddresses(List<Cidr> trusted, ForwardedHeader header, int ipv6Prefix) {

	String subject(HttpServletRequest request) {
		String peer = request.getRemoteAddr();
		InetAddress address = IpAddress.parse(peer);
		return (address != null) ? IpAddress.subject(client(request, address), this.ipv6Prefix) : peer;
	}

	private InetAddress client(HttpServletRequest request, InetAddress peer) {
		if (!isTrusted(peer)) {
			return peer;
		}
		InetAddress nearest = peer;
		List<@Nullable InetAddress> forwarded = this.header.addresses(request);
		for (int i = forwarded.size() - 1; i >= 0; i--) {
			InetAddress address = forwarded.get(i);
			if (address == null) {
				return nearest;
			}
			if (!isTrusted(address)) {
				return address;
			}
			nearest = address;
		}
		return nearest;
	}

	private boolean isTrusted(InetAddress address) {
		return this.trusted.stream().anyMatch((network) -> network.contains(address));
	}

}
