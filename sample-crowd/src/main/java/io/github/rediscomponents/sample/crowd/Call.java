// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import org.jspecify.annotations.Nullable;

/**
 * A request.
 *
 * @param method the HTTP method
 * @param path path and query
 * @param token whose login it carries
 * @param json its body
 * @param address from where it comes, as a proxy tells it; absent for this machine
 * @since 1.0.0
 */
public record Call(String method, String path, @Nullable String token, @Nullable String json,
		@Nullable String address) {

	public static Call get(String path) {
		return new Call("GET", path, null, null, null);
	}

	public static Call post(String path) {
		return new Call("POST", path, null, null, null);
	}

	public static Call put(String path) {
		return new Call("PUT", path, null, null, null);
	}

	public static Call delete(String path) {
		return new Call("DELETE", path, null, null, null);
	}

	public Call as(String login) {
		return new Call(this.method, this.path, login, this.json, this.address);
	}

	public Call with(String body) {
		return new Call(this.method, this.path, this.token, body, this.address);
	}

	public Call from(String client) {
		return new Call(this.method, this.path, this.token, this.json, client);
	}

	@Override
	public String toString() {
		// Without the token, which does not belong into a log.
		return this.method + " " + this.path;
	}

}
