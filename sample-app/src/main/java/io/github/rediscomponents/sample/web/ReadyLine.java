// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Prints the address of the application as the last line of the start.
 */
@Component
class ReadyLine {

	@EventListener
	void ready(ApplicationReadyEvent event) {
		if (event.getApplicationContext() instanceof WebServerApplicationContext web && web.getWebServer() != null) {
			System.out.println("City guide is ready: open http://localhost:" + web.getWebServer().getPort() + "/");
		}
	}

}
