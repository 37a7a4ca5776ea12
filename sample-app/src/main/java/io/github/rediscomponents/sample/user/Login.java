package io.github.rediscomponents.sample.user;

import java.security.SecureRandom;
import java.util.Random;

import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.OneTimeCodes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * Login by a code that is sent to the account. The first login makes the user.
 */
@Service
class Login {

	private static final Logger log = LoggerFactory.getLogger(Login.class);

	private static final int MAX_TYPED = 64;

	private static final String NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

	private static final int NAME_LENGTH = 10;

	private final Random random = new SecureRandom();

	private final OneTimeCodes codes;

	private final CodeDelivery delivery;

	private final UserStore users;

	private final LoginTokens tokens;

	Login(OneTimeCodes loginOneTimeCodes, CodeDelivery delivery, UserStore users, LoginTokens tokens) {
		this.codes = loginOneTimeCodes;
		this.delivery = delivery;
		this.users = users;
		this.tokens = tokens;
	}

	/**
	 * Sends a code, once per account and minute.
	 * @param text the account as it was typed
	 * @return the code if the answer may show it
	 */
	@Nullable String sendCode(@Nullable String text) {
		Account account = account(text);
		CodeIssue asked = this.codes.issue(account.text());
		if (asked instanceof CodeIssue.TooSoon tooSoon) {
			long seconds = tooSoon.retryAfter().plusMillis(999).toSeconds();
			throw new Refused("A code was sent a moment ago. Please wait " + seconds + " seconds.");
		}
		try {
			return this.delivery.deliver(account, ((CodeIssue.Issued) asked).code());
		}
		catch (Refused ex) {
			this.codes.withdraw(account.text());
			throw ex;
		}
		catch (RuntimeException ex) {
			log.warn("A code could not be sent: {}", ex.getClass().getName());
			this.codes.withdraw(account.text());
			throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "The code could not be sent. Please try again.");
		}
	}

	/**
	 * Logs in.
	 * @param text the account as it was typed
	 * @param code the code as it was typed
	 * @return the token
	 */
	String login(@Nullable String text, @Nullable String code) {
		Account account = account(text);
		String typed = (code != null) ? code.strip() : "";
		if (typed.isEmpty() || typed.length() > MAX_TYPED || !this.codes.use(account.text(), typed).accepted()) {
			throw new Refused("The code is wrong or has expired.");
		}
		return this.tokens.issue(this.users.findOrCreate(account, newName()));
	}

	private static Account account(@Nullable String text) {
		return Account.parse((text != null) ? text.strip() : null)
			.orElseThrow(() -> new Refused("This is neither a phone number nor an e-mail address."));
	}

	private String newName() {
		StringBuilder name = new StringBuilder("user_");
		for (int i = 0; i < NAME_LENGTH; i++) {
			name.append(NAME_LETTERS.charAt(this.random.nextInt(NAME_LETTERS.length())));
		}
		return name.toString();
	}

}
