// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.List;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.User;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Follows of users.
 */
@RestController
@RequestMapping("/follow")
class FollowController {

	private final Follows follows;

	FollowController(Follows follows) {
		this.follows = follows;
	}

	/**
	 * Follows a user with true, unfollows with false. Can be repeated.
	 */
	@PutMapping("/{id}/{wanted}")
	Envelope<Void> follow(User user, @PathVariable long id, @PathVariable boolean wanted) {
		if (wanted) {
			this.follows.follow(user.id(), id);
		}
		else {
			this.follows.unfollow(user.id(), id);
		}
		return Envelope.ok();
	}

	/** Returns whether one follows a user. */
	@GetMapping("/or/not/{id}")
	Envelope<Boolean> isFollowing(User user, @PathVariable long id) {
		return Envelope.ok(this.follows.isFollowing(user.id(), id));
	}

	/**
	 * Returns the users that both oneself and a user follow, the latest followed first.
	 */
	@GetMapping("/common/{id}")
	Envelope<List<User>> common(User user, @PathVariable long id) {
		return Envelope.ok(this.follows.common(user.id(), id));
	}

}
