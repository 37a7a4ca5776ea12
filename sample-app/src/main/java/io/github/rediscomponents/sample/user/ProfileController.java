// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.io.IOException;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/**
 * Changes of one's own name, picture and profile.
 */
@RestController
@RequestMapping("/user")
class ProfileController {

	private final Profiles profiles;

	ProfileController(Profiles profiles) {
		this.profiles = profiles;
	}

	/** Changes one's own name, of 1 to 32 characters. */
	@PutMapping("/nickname")
	Envelope<Void> rename(User user, @RequestBody NewName body) {
		this.profiles.change(user.id(), new UserChange((body.nickName() != null) ? body.nickName() : "", null));
		return Envelope.ok();
	}

	/** Changes one's own name and picture. Absent fields are kept. */
	@PutMapping("/update")
	Envelope<Void> change(User user, @RequestBody UserChange body) {
		this.profiles.change(user.id(), body);
		return Envelope.ok();
	}

	/** Changes one's own profile. Absent fields are kept, empty ones are cleared. */
	@PutMapping("/info/update")
	Envelope<Void> changeInfo(User user, @RequestBody InfoChange body) {
		this.profiles.change(user.id(), body);
		return Envelope.ok();
	}

	/**
	 * Stores a picture (PNG, JPEG, GIF or WebP, up to 5 MB) as one's own picture and
	 * returns its path, which begins with /imgs.
	 */
	@PostMapping("/avatar/upload")
	Envelope<String> picture(User user, @RequestParam(required = false) @Nullable MultipartFile file)
			throws IOException {
		return Envelope.ok(this.profiles.changePicture(user.id(), file));
	}

	/**
	 * A new name as a client sends it.
	 *
	 * @param nickName the displayed name
	 */
	record NewName(@Nullable String nickName) {
	}

}
