// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;

import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;

/**
 * Asks for the roles of the properties, which Spring Security and containers know.
 *
 * @param settings the settings
 */
record RoleAccess(Supplier<ConsoleSettings> settings) implements ConsoleAccess {

	@Override
	public ConsoleRole role(HttpServletRequest request) {
		ConsoleSettings present = this.settings.get();
		if (request.isUserInRole(present.operateRole())) {
			return ConsoleRole.OPERATE;
		}
		return request.isUserInRole(present.readRole()) ? ConsoleRole.READ : ConsoleRole.NONE;
	}

}
