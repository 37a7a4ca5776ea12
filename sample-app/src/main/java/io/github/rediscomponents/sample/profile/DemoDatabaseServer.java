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
 * Lets a second instance of the demo, the profile {@code two}, into the database in the
 * memory of the first. Only for this machine: {@link ProfileRules} binds H2 to loopback.
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
