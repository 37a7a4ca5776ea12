// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * CBOR by Jackson 3, whose library is optional.
 */
final class Jackson3Cbor {

	private Jackson3Cbor() {
	}

	static ValueCodecs codecs() {
		// Without references to repeated texts: they cost more time than JSON, and
		// compression saves as much.
		return new Jackson3Codecs(Jackson3Codecs.configured(CBORMapper.builder()), "cbor");
	}

}
