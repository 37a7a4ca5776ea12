// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import java.sql.SQLException;

import org.h2.tools.Server;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * Serves the in-memory database of the first demo instance to the second one, the profile
 * {@code two}. Reachable from this machine only: {@link ProfileRules} binds H2 to
 * loopback.
 */
@Configuration(proxyBeanMethods = false)
@Profile("default")
@ConditionalOnBooleanProperty("redis-components.embedded.enabled")
class DemoDatabaseServer {

	@Bean(initMethod = "start", destroyMethod = "stop")
	Server databaseServer(@Value("${city-guide.demo.database-port}") int port) throws SQLException {
		return Server.createTcpServer("-tcpPort", String.valueOf(port));
	}

}
