// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The header in which the trusted proxies pass on the address of their client. Only one
 * header is read, because a proxy forwards the other one unchanged from the client.
 *
 * @since 1.0.0
 */
public enum ForwardedHeader {

	/** {@code X-Forwarded-For}. */
	X_FORWARDED_FOR("X-Forwarded-For") {
		@Override
		@Nullable String node(String element) {
			return element;
		}
	},

	/** {@code Forwarded} of RFC 7239. */
	FORWARDED("Forwarded") {
		@Override
		@Nullable String node(String element) {
			Matcher matcher = FOR.matcher(element);
			return matcher.find() ? matcher.group(1) : null;
		}
	};

	private static final Pattern FOR = Pattern.compile("(?:^|;)\\s*for\\s*=\\s*\"?([^\";,]*)\"?",
			Pattern.CASE_INSENSITIVE);

	private final String header;

	ForwardedHeader(String header) {
		this.header = header;
	}

	abstract @Nullable String node(String element);

	/**
	 * Returns the addresses in the header, the entry of the nearest proxy last. An entry
	 * without an address is null.
	 */
	List<@Nullable InetAddress> addresses(HttpServletRequest request) {
		List<@Nullable InetAddress> addresses = new ArrayList<>();
		Enumeration<String> lines = request.getHeaders(this.header);
		while (lines != null && lines.hasMoreElements()) {
			for (String element : lines.nextElement().split(",", -1)) {
				String node = node(element.strip());
				addresses.add((node != null) ? IpAddress.parseNode(node) : null);
			}
		}
		return addresses;
	}

}
