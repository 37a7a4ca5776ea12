package io.github.rediscomponents.autoconfigure.session;

import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodes;

/**
 * Makes the beans of the declared purposes.
 */
final class OneTimeCodesFactory {

	private final OneTimeCodePurposes purposes;

	OneTimeCodesFactory(OneTimeCodePurposes purposes) {
		this.purposes = purposes;
	}

	OneTimeCodes declared(String purpose) {
		return this.purposes.codes(purpose);
	}

}
