// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Wrong configuration of several Redis, in the words that a user sees.
 */
@ExtendWith(OutputCaptureExtension.class)
class SeveralRedisErrorTests {

	private static final String HOT = "redis-components.servers.hot.";

	private static ApplicationContextRunner application(String... properties) {
		return TestContexts.withOwnKeys()
			.withPropertyValues(HOT + "url=" + SharedRedis.standalone().uri())
			.withPropertyValues(properties);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-components.cache.server=hott                               | redis-components.cache.server | must be the name of a server, one of [default, hot], was 'hott'. Did you mean 'hot'?
					redis-components.task-queue.queues.email.server=cold             | redis-components.task-queue.queues.email.server | must be the name of a server, one of [default, hot], was 'cold'
					redis-components.cache.caches.shop.server=cold                   | redis-components.cache.caches.shop.server | must be the name of a server
					redis-components.rate-limit.policies.a.server=cold;redis-components.rate-limit.policies.a.limit=1;redis-components.rate-limit.policies.a.period=1s | redis-components.rate-limit.policies.a.server | must be the name of a server
					redis-components.cache.defaults.server=hot                       | redis-components.cache.defaults.server | redis-components.cache.server is that of all
					redis-components.task-queue.defaults.server=hot                  | redis-components.task-queue.defaults.server | redis-components.task-queue.server is that of all
					redis-components.servers.default.host=a                          | redis-components.servers.default | other than 'default'
					redis-components.servers.a.port=1                                | redis-components.servers.a | must set one of connection-factory, url, host, sentinel, cluster and masterreplica, set 0
					redis-components.servers.hot.host=a                              | redis-components.servers.hot | set 2
					redis-components.servers.a.host=b;redis-components.servers.a.port=70000 | redis-components.servers.a.port | between 1 and 65535
					redis-components.servers.a.url=http://u:secret@h                 | redis-components.servers.a.url | must be like redis://host:6379
					redis-components.servers.a.url=redis://u:secret@h:x              | redis-components.servers.a.url | must be like redis://host:6379
					redis-components.servers.a.cluster.nodes=b                       | redis-components.servers.a.cluster.nodes | must be like host:6379, but 'b' is not
					redis-components.servers.a.sentinel.nodes=b:1                    | redis-components.servers.a.sentinel.master | must not be null or blank
					redis-components.servers.a.host=b;redis-components.servers.a.ssl.bundle=c | redis-components.servers.a.ssl.bundle | must be the name of a bundle
					redis-components.servers.a.connection-factory=redisConectionFactory | redis-components.servers.a.connection-factory | Did you mean 'redisConnectionFactory'?
					redis-components.servers.a.connection-factory=redisConnectionFactory;redis-components.servers.a.password=secret | redis-components.servers.a | must not set username, password
					redis-components.connection-factory=other                        | redis-components.connection-factory | must be the name of a RedisConnectionFactory bean, one of [redisConnectionFactory], was 'other'
					redis-components.servers.a=redis://u:secret@h:6379               | redis-components.servers.a | must have keys below it, not the value 'redis://******@h:6379'
					redis-components.servers.a=u:secret@h:6379                       | redis-components.servers.a | must have keys below it, not the value '******@h:6379'
					redis-components.lock.quorum=redis://u:secret@h:6379             | redis-components.lock.quorum | must have keys below it, not the value 'redis://******@h:6379'
					redis-components.servers.a.host=redis://u:secret@h               | redis-components.servers.a.host | must be a name or an address without a user and a port; url takes all of them
					redis-components.servers.a.host=u:secret@h                       | redis-components.servers.a.host | must be a name or an address
					redis-components.servers.a.cluster.nodes=redis://u:secret@h:6379 | redis-components.servers.a.cluster.nodes | must be like host:6379, but 'redis://******@h:6379' is not
					redis-components.servers.a.masterreplica.nodes=u:secret@h        | redis-components.servers.a.masterreplica.nodes | must be like host:6379, but '******@h' is not
					redis-components.servers.a.sentinel.nodes=u:secret@h:1;redis-components.servers.a.sentinel.master=m | redis-components.servers.a.sentinel.nodes | must be like host:6379, but '******@h:1' is not
					redis-components.servers.a.connection-factory=redis://u:secret@h | redis-components.servers.a.connection-factory | was 'redis://******@h'
					redis-components.cache.server=redis://u:secret@h                 | redis-components.cache.server | must be the name of a server, one of [default, hot], was 'redis://******@h'
					redis-components.servers.hot.hosst=b                             | redis-components.servers.hot.hosst | Did you mean 'host'
					redis-components.servers.my-hot.host=a;redis-components.servers.my_hot.host=b | redis-components.servers | must be spelled in one way
					""")
	void namesTheProperty(String properties, String property, String reason) {
		application(properties.split(";")).run((context) -> {
			assertThat(context).hasFailed();
			Throwable root = context.getStartupFailure();
			while (!(root instanceof InvalidPropertyException) && root.getCause() != null) {
				root = root.getCause();
			}
			assertThat(root).isInstanceOf(InvalidPropertyException.class)
				.hasMessageContaining("Property " + property)
				.hasMessageContaining(reason);
			for (Throwable cause = context.getStartupFailure(); cause != null; cause = cause.getCause()) {
				assertThat(String.valueOf(cause.getMessage())).doesNotContain("secret");
			}
		});
	}

	@Test
	void anAddressInPlaceOfAllServersIsNotRepeated() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.servers=redis://u:secret@h:6379")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOf(InvalidPropertyException.class)
				.hasMessage("Property redis-components.servers must have keys below it, not the value"
						+ " 'redis://******@h:6379'"));
	}

	static Stream<String> instances() {
		return ComponentBean.ALL.stream()
			.filter((bean) -> bean.instances() != null)
			.map((bean) -> bean.prefix() + '.' + bean.instances() + ".some");
	}

	@ParameterizedTest
	@MethodSource("instances")
	void everyDeclaredInstanceNamesAServer(String instance) {
		application(instance + ".server=nowhere", "redis-components.rate-limit.policies.some.limit=1",
				"redis-components.rate-limit.policies.some.period=1s")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasMessageContaining("Property " + instance + ".server must be the name of a server"));
	}

	@Test
	void aChangeWaitsForTheNextStart() {
		application("redis-components.cache.caches.shop.ttl=1m").run((context) -> {
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			assertThat(refresher.refresh()).isEqualTo(new Refresh(List.of(), List.of(), List.of()));
			TestContexts.change(context, "redis-components.cache.server", "hot");
			TestContexts.change(context, "redis-components.cache.caches.shop.server", "hot");
			TestContexts.change(context, HOT + "url", "redis://elsewhere:6379");
			TestContexts.change(context, "redis-components.servers.cold.host", "elsewhere");
			Refresh refresh = refresher.refresh();
			assertThat(refresh.refused()).isEmpty();
			assertThat(refresh.waitingForRestart()).containsExactly("redis-components.cache.caches.shop.server",
					"redis-components.cache.server", "redis-components.servers.cold.host", HOT + "url");
			assertThat(context.getBean(CacheClient.class)).isSameAs(context.getBean("defaultCacheClient"));
			TestContexts.change(context, "redis-components.lock.server", "hto");
			assertThat(refresher.refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.lock.server", "one of [default, cold, hot], was 'hto'");
			TestContexts.change(context, "redis-components.lock.server", "hot");
			TestContexts.change(context, "redis-components.servers.cold.port", "x");
			assertThat(refresher.refresh().refused()).singleElement().asString().contains("redis-components.servers");
		});
	}

	@Test
	void aDisabledComponentMayNameAnything() {
		application("redis-components.cache.enabled=false", "redis-components.cache.server=nowhere")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(CacheClient.class)
				.hasBean("hotTaskQueues")
				.getBean("taskQueues")
				.isSameAs(context.getBean("defaultTaskQueues")));
	}

	@Test
	void anUnknownQualifierIsToldOfTheServers(CapturedOutput output) {
		assertThat(catchThrowable(() -> run(Cold.class, HOT + "url=" + SharedRedis.standalone().uri()))).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START",
				"requires the CacheClient of the Redis server 'hott', which is not declared below"
						+ " 'redis-components.servers'. There are [default, hot]. Did you mean 'hot'?");
	}

	@Test
	void twoFactoriesWithoutConfigurationAreBothNamed(CapturedOutput output) {
		assertThat(catchThrowable(() -> run(TwoFactories.class))).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START", "cannot choose one: one, other",
				"'redis-components.connection-factory'", "'redis-components.servers'");
	}

	@Test
	void theLocksOfRedissonHaveNoServer() {
		application("redis-components.lock.engine=redisson", "redis-components.lock.server=hot")
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.rootCause()
				.isInstanceOf(InvalidPropertyException.class)
				.hasMessageContaining("redis-components.lock.server must not be set for the engine 'redisson'"));
	}

	private static void run(Class<?> configuration, String... properties) {
		new SpringApplicationBuilder(PlainApplication.class, configuration).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off")
			.properties(properties)
			.run()
			.close();
	}

	@Configuration(proxyBeanMethods = false)
	static class Cold {

		@Autowired
		@Qualifier("hott")
		CacheClient cache;

	}

}
