// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.Optional;

import io.github.rediscomponents.sample.web.ClientAddress;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Managers;
import io.github.rediscomponents.sample.web.Public;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Login, and users.
 */
@RestController
@RequestMapping("/user")
class UserController {

	private final Login login;

	private final LoginTokens tokens;

	private final UserStore users;

	private final UserFollows follows;

	private final Managers managers;

	UserController(Login login, LoginTokens tokens, UserStore users, UserFollows follows, Managers managers) {
		this.follows = follows;
		this.managers = managers;
		this.login = login;
		this.tokens = tokens;
		this.users = users;
	}

	/** Sends a login code to a phone number or an e-mail address, once a minute. */
	@Public
	@PostMapping("/code")
	Envelope<String> code(@RequestParam(required = false) @Nullable String phone, HttpServletRequest request) {
		return Envelope.ok(this.login.sendCode(phone, ClientAddress.of(request)));
	}

	/** Exchanges a code for a token. The first login creates the user. */
	@Public
	@PostMapping("/login")
	Envelope<String> login(@RequestBody Credentials credentials, HttpServletRequest request) {
		return Envelope.ok(this.login.login(credentials.phone(), credentials.code(), ClientAddress.of(request)));
	}

	/** Logs out. The token is invalid immediately. */
	@PostMapping("/logout")
	Envelope<Void> logout(@RequestHeader("authorization") String token) {
		this.tokens.revoke(token);
		return Envelope.ok();
	}

	/** Returns the logged-in user. */
	@GetMapping("/me")
	Envelope<User> me(User user) {
		return Envelope.ok(user);
	}

	/** Returns whether one may change shops, vouchers and sales. */
	@GetMapping("/manager")
	Envelope<Boolean> manager(User user) {
		return Envelope.ok(this.managers.contain(user));
	}

	/** Returns the public data of a user. */
	@GetMapping("/{id}")
	Envelope<User> user(@PathVariable long id) {
		return Envelope.ok(this.users.find(id).orElseThrow(() -> new Refused("user.unknown")));
	}

	/** Returns the profile of a user, absent if it is empty. */
	@GetMapping("/info/{id}")
	Envelope<UserInfo> info(@PathVariable long id) {
		Optional<UserInfo> told = this.users.findInfo(id);
		FollowNumbers numbers = this.follows.numbers(id);
		// Absent if the user has no profile and neither follows nor is followed.
		boolean absent = told.isEmpty() && numbers.fans() + numbers.followee() == 0;
		return Envelope.ok(absent ? null : told.orElseGet(() -> UserInfo.untold(id)).with(numbers));
	}

	/**
	 * The credentials of a login.
	 *
	 * @param phone phone number or e-mail address
	 * @param code the login code
	 */
	record Credentials(@Nullable String phone, @Nullable String code) {
	}

}
