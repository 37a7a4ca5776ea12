// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.List;

import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.sample.order.SaleBacklog;
import io.github.rediscomponents.sample.voucher.LiveStock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Configuration of the sampled probes.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OpsProperties.class)
class OpsConfiguration {

	@Bean
	Sampler sampler(RequestProbe requests, ComponentProbe components, TaskQueues tasks, JdbcClient jdbc,
			LiveStock stock, SaleBacklog backlog, RedisConnectionFactory connections, OpsProperties properties,
			Viewers viewers, Peers peers) {
		return new Sampler(properties.enabled(), viewers::present, peers::tick, List.of(requests, components),
				List.of(new QueueProbe(tasks), new SaleProbe(jdbc, stock, backlog), new ServerProbe(connections)));
	}

}
