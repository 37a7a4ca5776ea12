// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;

/**
 * CBOR by Jackson 2, whose library is optional.
 */
final class Jackson2Cbor {

	private Jackson2Cbor() {
	}

	static ValueCodecs codecs() {
		return new Jackson2Codecs(Jackson2Codecs.configured(CBORMapper.builder()), "cbor");
	}

}
