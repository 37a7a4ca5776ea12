// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.RedisTopology;

/**
 * The port on each topology.
 */
@ParameterizedClass(name = "{0}")
@EnumSource
class RedisPortTests extends RedisPortContract {

	RedisPortTests(RedisTopology topology) {
		super(topology);
	}

}
