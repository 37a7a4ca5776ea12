// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.UUID;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;

/**
 * The name and the address of this instance. The name is another one after each start.
 */
@Component
class ThisInstance {

	private static final int NAME_LENGTH = 4;

	private final String start = UUID.randomUUID().toString().substring(0, NAME_LENGTH);

	private final boolean second;

	private volatile int port;

	ThisInstance(Environment environment) {
		this.second = environment.acceptsProfiles(Profiles.of("two"));
	}

	@EventListener
	void listening(WebServerInitializedEvent event) {
		if (event.getApplicationContext().getServerNamespace() == null) {
			this.port = event.getWebServer().getPort();
		}
	}

	String name() {
		return this.port + "-" + this.start;
	}

	String address() {
		return "http://localhost:" + this.port;
	}

	/** Returns whether this is the second instance of a demo. */
	boolean isSecond() {
		return this.second;
	}

}
