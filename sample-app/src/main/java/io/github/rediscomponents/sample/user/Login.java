// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.Random;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.OneTimeCodes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;

/**
 * Login by a code that is sent to the account. The first login creates the user.
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

	private final Newcomers newcomers;

	private final LoginTokens tokens;

	private final Guesses guesses;

	private final Profiles profiles;

	Login(OneTimeCodes loginOneTimeCodes, CodeDelivery delivery, UserStore users, Newcomers newcomers,
			LoginTokens tokens, Guesses guesses, Profiles profiles) {
		this.newcomers = newcomers;
		this.profiles = profiles;
		this.codes = loginOneTimeCodes;
		this.guesses = guesses;
		this.delivery = delivery;
		this.users = users;
		this.tokens = tokens;
	}

	/**
	 * Sends a code, once per account and minute.
	 * @param text the account as it was typed
	 * @param address address of the client
	 * @return the code if the answer may show it
	 */
	@Nullable String sendCode(@Nullable String text, String address) {
		Account account = account(text);
		CodeIssue asked = this.codes.issue(account.text());
		if (asked instanceof CodeIssue.TooSoon tooSoon) {
			long seconds = tooSoon.retryAfter().plusMillis(999).toSeconds();
			throw new Refused("login.too-soon", String.valueOf(seconds));
		}
		this.guesses.forget(account, address);
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
			throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "login.not-sent");
		}
	}

	/**
	 * Logs in. Calls the limiter and the database before it consumes the code, so that
	 * their failures leave the code usable.
	 * @param text the account as it was typed
	 * @param code the entered code
	 * @param address address of the client
	 * @return the token
	 * @throws Refused if the code is wrong, or if the login failed after the code was
	 * consumed; the message then requests a new code, which can be requested immediately
	 */
	String login(@Nullable String text, @Nullable String code, String address) {
		Account account = account(text);
		String typed = (code != null) ? code.strip() : "";
		if (typed.isEmpty() || typed.length() > MAX_TYPED || !Texts.canBeShown(typed)) {
			throw wrong();
		}
		if (!this.guesses.mayTry(account, address)) {
			throw new Refused("login.guesses");
		}
		Optional<User> known = known(account, address);
		try {
			if (!this.codes.use(account.text(), typed).accepted()) {
				throw wrong();
			}
			User user = known.orElseGet(() -> this.newcomers.findOrCreate(account, newName()));
			String token = this.tokens.issue(user);
			showWhatChanged(user);
			this.guesses.forget(account, address);
			return token;
		}
		catch (RedisComponentsException | DataAccessException | TransactionException ex) {
			log.warn("Login failed after its code was consumed: {}", ex.toString());
			throw unfinished(account);
		}
	}

	/** Takes an attempt back whose code is not checked. */
	private Optional<User> known(Account account, String address) {
		try {
			return this.users.find(account);
		}
		catch (DataAccessException | TransactionException ex) {
			this.guesses.takeBack(account, address);
			throw ex;
		}
	}

	/** Shows a name or picture that was changed while the user logged in. */
	private void showWhatChanged(User shown) {
		if (this.users.find(shown.id()).filter((present) -> !present.equals(shown)).isPresent()) {
			this.profiles.show(shown.id());
		}
	}

	private static Refused wrong() {
		return new Refused("login.wrong");
	}

	/**
	 * Voids the code, consumed or not, and allows the next one.
	 */
	private Refused unfinished(Account account) {
		try {
			this.codes.withdraw(account.text());
		}
		catch (RedisComponentsException ex) {
			log.debug("Cannot allow the next code before its interval ends", ex);
		}
		return new Refused(HttpStatus.SERVICE_UNAVAILABLE, "login.unfinished");
	}

	private static Account account(@Nullable String text) {
		return Account.parse((text != null) ? text.strip() : null).orElseThrow(() -> new Refused("login.account"));
	}

	private String newName() {
		StringBuilder name = new StringBuilder("user_");
		for (int i = 0; i < NAME_LENGTH; i++) {
			name.append(NAME_LETTERS.charAt(this.random.nextInt(NAME_LETTERS.length())));
		}
		return name.toString();
	}

}
