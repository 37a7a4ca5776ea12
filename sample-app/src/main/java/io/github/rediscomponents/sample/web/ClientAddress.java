// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Identifies clients without a login.
 */
public final class ClientAddress {

	private static final int NETWORK_GROUPS = 4;

	private static final int GROUPS = 8;

	/** Longer than any address with its scope. */
	private static final int MAX_LENGTH = 64;

	private static final Pattern SCOPE = Pattern.compile("%.*");

	private ClientAddress() {
	}

	/**
	 * Returns the address of the client; for IPv6 its network (/64), because one client
	 * may have all of its addresses.
	 * @param request the request, whose address Tomcat has taken from the header of a
	 * trusted proxy
	 * @return the address or network
	 */
	public static String of(HttpServletRequest request) {
		return network(whole(request));
	}

	/**
	 * Returns the address of the client, also of IPv6. A proxy may pass on what its
	 * client says; what is too long for an address counts as one client.
	 * @param request the request
	 * @return at most 64 characters
	 */
	public static String whole(HttpServletRequest request) {
		String address = request.getRemoteAddr();
		return (address.length() <= MAX_LENGTH) ? address : "unknown";
	}

	static String network(String address) {
		if (address.indexOf(':') < 0 || address.indexOf('.') >= 0) {
			return address;
		}
		String[] halves = SCOPE.matcher(address).replaceFirst("").split("::", 2);
		List<String> groups = new ArrayList<>(groups(halves[0]));
		if (halves.length > 1) {
			List<String> last = groups(halves[1]);
			while (groups.size() + last.size() < GROUPS) {
				groups.add("0");
			}
			groups.addAll(last);
		}
		return String.join(":", groups.subList(0, Math.min(NETWORK_GROUPS, groups.size()))) + "::/64";
	}

	private static List<String> groups(String text) {
		return text.isEmpty() ? List.of() : List.of(text.split(":"));
	}

}
