// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.Arrays;
import java.util.List;

/**
 * Tags among the keys whose invalidation failed: as texts that no key has, because they
 * begin with half a surrogate pair.
 */
final class QueuedTags {

	private static final char MARK = '\udc00';

	private QueuedTags() {
	}

	static String text(long id) {
		return MARK + Long.toHexString(id);
	}

	static List<String> texts(long[] ids) {
		return Arrays.stream(ids).mapToObj(QueuedTags::text).toList();
	}

	static boolean isTag(String text) {
		return text.charAt(0) == MARK;
	}

	static long id(String text) {
		return Long.parseUnsignedLong(text, 1, text.length(), 16);
	}

}
