// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;
import java.util.TreeMap;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.autoconfigure.aot.RunRegistrar;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Registers, if further servers are declared, a lazy bean for each component of each
 * server. The beans of the server {@code hot} have the qualifier {@code hot} and names
 * such as {@code hotCacheClient}, and are injected by one of these only.
 *
 * @param environment source of the properties
 */
record ServerBeans(Environment environment) implements RunRegistrar {

	@Override
	public void register(BeanDefinitionRegistry registry) {
		if (!PropertySettings.isSet(this.environment, "redis-components") || isShared(registry)) {
			return;
		}
		Placement placement = Placement.of(this.environment);
		if (placement.servers().isEmpty()) {
			return;
		}
		RootBeanDefinition servers = RunRegistrar.ofRun(new RootBeanDefinition(Servers.class));
		// Of a start that failed the lifecycle stops nothing.
		servers.setDestroyMethodName("close");
		registry.registerBeanDefinition(Servers.BEAN, servers);
		Map<String, String> names = new TreeMap<>();
		for (String server : placement.names()) {
			register(registry, server, RedisComponents.class, names);
			ComponentBean.ALL.stream()
				.filter((bean) -> PropertySettings.isEnabled(this.environment, bean.prefix()))
				.forEach((bean) -> register(registry, server, bean.type(), names));
		}
	}

	/** Whether the parent of the context has the servers, as it has the components. */
	private static boolean isShared(BeanDefinitionRegistry registry) {
		BeanFactory parent = (registry instanceof HierarchicalBeanFactory beans) ? beans.getParentBeanFactory() : null;
		return parent != null && parent.containsBean(Servers.BEAN);
	}

	private static void register(BeanDefinitionRegistry registry, String server, Class<?> type,
			Map<String, String> names) {
		String name = DeclaredBeans.beanName(server, type);
		String other = names.putIfAbsent(name, server);
		if (other != null) {
			throw new InvalidPropertyException(Placement.SERVERS + '.' + server,
					"must not have the same bean name '" + name + "' as '" + Placement.SERVERS + '.' + other + "'");
		}
		if (!registry.containsBeanDefinition(name)) {
			registry.registerBeanDefinition(name, definition(server, type));
			DeclaredCandidates resolver = DeclaredCandidates.in(registry);
			if (resolver != null) {
				resolver.onlyByName(name, type);
			}
		}
	}

	private static RootBeanDefinition definition(String server, Class<?> type) {
		RootBeanDefinition definition = RunRegistrar.ofRun(new RootBeanDefinition(type));
		definition.setFactoryBeanName(Servers.BEAN);
		definition.setFactoryMethodName("component");
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, server);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(1, type);
		definition.setTargetType(type);
		definition.setLazyInit(true);
		definition.setFallback(true);
		definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, server));
		// Closed by the servers.
		definition.setDestroyMethodName("");
		return definition;
	}

}
