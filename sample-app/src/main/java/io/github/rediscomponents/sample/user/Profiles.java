// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.sample.upkeep.Change;
import io.github.rediscomponents.sample.upkeep.Changes;
import io.github.rediscomponents.sample.upload.Uploads;
import io.github.rediscomponents.sample.web.CityZone;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.multipart.MultipartFile;

/**
 * Changes of users: in the database first, then in every login of the user.
 *
 * <p>
 * Changes of one user lock the user's row, so that none overwrites a field that another
 * one changed, and each replaced picture is deleted once.
 */
@Service
class Profiles {

	private static final String POLICY = "profile";

	private final UserStore users;

	private final Uploads uploads;

	private final Changes changes;

	private final RateLimiter limiter;

	private final ZoneId zone;

	private final TransactionTemplate transaction;

	Profiles(UserStore users, Uploads uploads, Changes changes, RateLimiter limiter,
			@Value(CityZone.PLACEHOLDER) ZoneId zone, PlatformTransactionManager transactions) {
		this.users = users;
		this.uploads = uploads;
		this.changes = changes;
		this.limiter = limiter;
		this.zone = zone;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Changes name and picture of a user.
	 * @param userId whose
	 * @param wanted the change, as a client sent it
	 * @throws Refused if a field cannot be stored, or there are too many changes at once;
	 * nothing was changed
	 */
	void change(long userId, UserChange wanted) {
		UserChange change = wanted.checked();
		admit(userId);
		store(userId, change);
	}

	/**
	 * Changes the picture of a user.
	 * @param userId whose
	 * @param file the uploaded file
	 * @return path of the picture, with {@code /imgs}
	 * @throws IOException if it cannot be written
	 * @throws Refused if it is not a picture, or there are too many uploads at once
	 */
	String changePicture(long userId, @Nullable MultipartFile file) throws IOException {
		String path = this.uploads.keepAvatar(userId, file);
		try {
			store(userId, new UserChange(null, path));
		}
		catch (RuntimeException ex) {
			discard(userId, path, ex);
			throw ex;
		}
		return path;
	}

	/**
	 * Changes the profile of a user.
	 * @param userId whose
	 * @param wanted the change, as a client sent it
	 * @throws Refused if a field cannot be stored, or there are too many changes at once;
	 * nothing was changed
	 */
	void change(long userId, InfoChange wanted) {
		LocalDate today = LocalDate.now(this.zone);
		// Checked before the limiter is called and the row is locked.
		wanted.appliedTo(UserInfo.untold(userId), today);
		admit(userId);
		this.transaction.executeWithoutResult((status) -> {
			User user = this.users.lock(userId).orElseThrow(Profiles::unknown);
			UserInfo before = this.users.findInfo(user.id()).orElse(UserInfo.untold(user.id()));
			UserInfo after = wanted.appliedTo(before, today);
			if (!after.equals(before)) {
				this.users.save(after);
			}
		});
	}

	/**
	 * Copies name and picture to every login of a user, now or a little later.
	 * @param userId whose
	 */
	void show(long userId) {
		this.changes.tell(this.changes.note(ProfileTeller.KIND, userId, 0));
	}

	private void store(long userId, UserChange change) {
		Optional<Change> noted = this.transaction.execute((status) -> {
			User before = this.users.lock(userId).orElseThrow(Profiles::unknown);
			User after = change.appliedTo(before);
			if (after.equals(before)) {
				return Optional.empty();
			}
			this.users.save(after);
			if (!after.icon().equals(before.icon())) {
				this.uploads.discardAvatar(userId, before.icon());
			}
			return Optional.of(this.changes.note(ProfileTeller.KIND, userId, 0));
		});
		if (noted != null) {
			noted.ifPresent(this.changes::tell);
		}
	}

	/** Deletes a picture, unless the failed transaction was committed nevertheless. */
	private void discard(long userId, String path, RuntimeException cause) {
		try {
			this.transaction.executeWithoutResult((status) -> {
				if (this.users.lock(userId).filter((user) -> user.icon().equals(path)).isEmpty()) {
					this.uploads.discardAvatar(userId, path);
				}
			});
		}
		catch (DataAccessException | TransactionException ex) {
			cause.addSuppressed(ex);
		}
	}

	private void admit(long userId) {
		if (!this.limiter.tryAcquire(POLICY, Long.toString(userId)).allowed()) {
			throw new Refused("user.changes");
		}
	}

	private static Refused unknown() {
		return new Refused("user.unknown");
	}

}
