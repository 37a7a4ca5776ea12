// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORWriteFeature;

/**
 * CBOR by Jackson 3, whose library is optional.
 */
final class Jackson3Cbor {

	private Jackson3Cbor() {
	}

	static ValueCodecs codecs() {
		return new Jackson3Codecs(Jackson3Codecs.configured(CBORMapper.builder().enable(CBORWriteFeature.STRINGREF)),
				"cbor");
	}

}
