// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

import io.github.rediscomponents.cache.CacheClient;

/**
 * Registers what several servers use by reflection: the part of the properties that is
 * read apart, and the components whose calls are passed on to the server of an instance.
 */
final class ServerHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		BindableRuntimeHintsRegistrar.forTypes(Placement.Placed.class).registerHints(hints);
		ComponentBean.ALL.stream()
			.filter((bean) -> bean.instances() != null && bean.type() != CacheClient.class)
			.forEach((bean) -> {
				hints.proxies().registerJdkProxy(bean.type());
				hints.reflection().registerType(bean.type(), MemberCategory.INVOKE_PUBLIC_METHODS);
			});
	}

}
