// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;

/**
 * Reads the addresses of the application's Redis from its connection details, whose type
 * differs between the generations of Spring Boot. The module of a generation names its
 * implementation in {@code META-INF/spring.factories}.
 */
public interface AddressesReader {

	/**
	 * Reads the addresses.
	 * @param beans source of the connection details
	 * @return the addresses; null without connection details
	 */
	@Nullable RedisAddresses read(BeanFactory beans);

}
