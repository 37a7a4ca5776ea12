// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import io.github.rediscomponents.console.ConsoleAccess;
import io.github.rediscomponents.console.ConsoleAction;
import io.github.rediscomponents.console.ConsoleRole;

/**
 * The code of the guide's page of the console.
 */
@Configuration(proxyBeanMethods = false)
class ConsoleExamples {

	private final Logger log = LoggerFactory.getLogger(ConsoleExamples.class);

	@Bean
	ConsoleAccess consoleAccess() {
		return (request) -> request.isUserInRole("ADMIN") ? ConsoleRole.OPERATE
				: request.isUserInRole("SUPPORT") ? ConsoleRole.READ : ConsoleRole.NONE;
	}

	@EventListener
	void audit(ConsoleAction action) {
		this.log.info("{} {} {} {}", action.user(), action.room(), action.action(), action.name());
	}

}
