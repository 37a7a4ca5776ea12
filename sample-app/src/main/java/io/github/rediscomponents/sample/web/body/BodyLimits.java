// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.body;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Makes Tomcat enforce the limits of request bodies for all readers.
 */
@Component
class BodyLimits implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

	private final BodyProperties properties;

	BodyLimits(BodyProperties properties) {
		this.properties = properties;
	}

	@Override
	public void customize(TomcatServletWebServerFactory factory) {
		factory.addEngineValves(new BodyValve(this.properties));
		factory.addConnectorCustomizers((connector) -> {
			if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
				http.setDisableUploadTimeout(false);
				http.setConnectionUploadTimeout(Math.toIntExact(this.properties.pause().toMillis()));
			}
		});
	}

}
