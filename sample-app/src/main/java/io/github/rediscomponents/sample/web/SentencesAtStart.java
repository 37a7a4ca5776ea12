// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import org.springframework.stereotype.Component;

/**
 * Reads at the start what answers failures. Read with the first failure, a file that
 * cannot be opened at that moment would be missing for ever, and a sentence that is
 * missing would be found by a user.
 */
@Component
class SentencesAtStart {

	SentencesAtStart() {
		Sentences.check();
		ErrorPage.check();
	}

}
