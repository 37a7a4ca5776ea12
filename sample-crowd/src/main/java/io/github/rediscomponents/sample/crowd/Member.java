// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * A user who is logged in.
 *
 * @param account the account
 * @param id the user's id
 * @param token the login
 * @since 1.0.0
 */
public record Member(String account, long id, String token) {

	/**
	 * Logs in as a demo user does: with the code that the answer shows. The first login
	 * of an account makes the user. A crowd comes from many addresses, and the guide
	 * limits each: the driver is their proxy.
	 * @param client calls the guide
	 * @param account a phone number or an e-mail address
	 * @return the user
	 * @throws UnusableGuideException if the guide does not show codes, or refuses
	 */
	public static Member login(GuideClient client, String account) throws InterruptedException {
		String address = address(account);
		JsonNode code = client
			.send(Call.post("/user/code?phone=" + URLEncoder.encode(account, StandardCharsets.UTF_8)).from(address))
			.data();
		if (code.isMissingNode()) {
			throw new UnusableGuideException(
					"The instances do not show login codes: start them without a profile, or with the profile demo");
		}
		String body = GuideClient.json(Map.of("phone", account, "code", code.asString()));
		String token = client.send(Call.post("/user/login").with(body).from(address)).data().asString();
		long id = client.send(Call.get("/user/me").as(token)).data().path("id").asLong();
		return new Member(account, id, token);
	}

	/** One of the network that is reserved for measuring, 198.18.0.0/15. */
	private static String address(String account) {
		int hash = account.hashCode();
		return "198." + (18 + (hash >>> 16 & 1)) + '.' + (hash >>> 8 & 255) + '.' + (hash & 255);
	}

	@Override
	public String toString() {
		return "user " + this.id;
	}

}
