// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.net.InetAddress;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the address of the client of a request. Reads the entries of the forwarding
 * header from the right while they were written by trusted proxies. The entries to the
 * left of these may be forged.
 *
 * @param trusted addresses of the trusted proxies
 * @param header the header that the trusted proxies write
 * @param ipv6Prefix length of the IPv6 prefix that identifies a client
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
