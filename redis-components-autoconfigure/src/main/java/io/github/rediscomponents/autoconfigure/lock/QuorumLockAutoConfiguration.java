// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lock;

import io.lettuce.core.resource.ClientResources;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.ConditionalOnSwitch;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.support.Listeners;

/**
 * Auto-configuration of the {@link QuorumLock}. Applies if its servers are configured.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnSwitch("redis-components.lock.enabled")
@Conditional(QuorumLockAutoConfiguration.OnNodes.class)
public final class QuorumLockAutoConfiguration {

	private static final String PREFIX = LockProperties.PREFIX + ".quorum";

	@Bean
	@ConditionalOnMissingBean(QuorumLock.class)
	QuorumServers redisComponentsQuorumServers(PropertySettings settings, Background background,
			ObjectProvider<ClientResources> resources) {
		QuorumProperties quorum = settings.properties(LockProperties.PREFIX, LockProperties.class).quorum();
		return PropertySettings.checked(PREFIX, () -> new QuorumServers(quorum.toUris(), quorum.checkedTimeout(),
				background, resources.getIfAvailable()));
	}

	@Bean
	@ConditionalOnMissingBean
	QuorumLock quorumLock(QuorumServers servers, KeySpace keys, PropertySettings settings, Background background,
			ObjectProvider<LockObserver> listeners) {
		return QuorumLock.create(servers.ports(), keys, settings.live(LockProperties.PREFIX, LockProperties.class),
				background, Listeners.all(LockObserver.class, LockObserver.NONE, listeners.orderedStream()));
	}

	/**
	 * A list consists of several properties, which a property condition does not match.
	 */
	static class OnNodes extends OnPropertyListCondition {

		OnNodes() {
			super(PREFIX + ".nodes", () -> ConditionMessage.forCondition("Quorum lock"));
		}

	}

}
