// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import io.github.rediscomponents.sample.idempotency.CreationStore.Stored;
import io.github.rediscomponents.sample.web.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Creates or changes what requests ask for, once for each key of a user.
 *
 * <p>
 * What was created is committed together with the record of it under the key, so that
 * neither is there without the other, whatever fails. A repetition on any instance waits
 * for the end of the first request and returns the same id. A failed creation leaves its
 * key free. Keys are kept for a week.
 */
@Service
public class Creations {

	private static final Logger log = LoggerFactory.getLogger(Creations.class);

	/** Longer than a form stays open. */
	private static final Duration KEPT = Duration.ofDays(7);

	private final CreationStore store;

	private final JsonMapper json;

	private final TransactionTemplate transaction;

	Creations(CreationStore store, JsonMapper json, PlatformTransactionManager transactions) {
		this.store = store;
		this.json = json;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Creates what a request asks for, in one transaction.
	 * @param request the request
	 * @param creation creates it, called in the transaction; not called if an earlier
	 * request of the user with the same key has created it
	 * @param id returns the id of what was created
	 * @return what this request or the earlier one has created
	 * @throws Refused with status 422 if the earlier request had other content; names
	 * what it created
	 */
	public <T> Created<T> create(CreationRequest<?> request, Supplier<T> creation, ToLongFunction<T> id) {
		return create(request, creation, id, Long::toString);
	}

	/**
	 * Creates what a request asks for, in one transaction.
	 * @param request the request
	 * @param creation creates it, called in the transaction; not called if an earlier
	 * request of the user with the same key has created it
	 * @param id returns the id of what was created
	 * @param name returns what clients call it, by the id
	 * @return what this request or the earlier one has created
	 * @throws Refused with status 422 if the earlier request had other content; names
	 * what it created
	 */
	public <T> Created<T> create(CreationRequest<?> request, Supplier<T> creation, ToLongFunction<T> id,
			LongFunction<String> name) {
		String key = request.key();
		if (key == null) {
			return inTransaction(() -> created(creation.get(), id));
		}
		this.store.note(request.userId(), key);
		String hash = hash(request);
		return inTransaction(() -> this.store.lock(request.userId(), key)
			.map((earlier) -> Creations.<T>same(earlier, hash, name))
			.orElseGet(() -> {
				Created<T> created = created(creation.get(), id);
				this.store.created(request.userId(), key, hash, created.id());
				return created;
			}));
	}

	private <T> Created<T> inTransaction(Supplier<Created<T>> action) {
		return Objects.requireNonNull(this.transaction.execute((status) -> action.get()));
	}

	private static <T> Created<T> created(T result, ToLongFunction<T> id) {
		return new Created<>(id.applyAsLong(result), Optional.of(result));
	}

	private static <T> Created<T> same(Stored earlier, String hash, LongFunction<String> name) {
		if (!earlier.contentHash().equals(hash)) {
			throw new Refused(HttpStatus.UNPROCESSABLE_CONTENT, "request.key-used")
				.about(name.apply(earlier.targetId()));
		}
		return new Created<>(earlier.targetId(), Optional.empty());
	}

	private String hash(CreationRequest<?> request) {
		String content = request.kind() + '\n' + this.json.writeValueAsString(request.content());
		try {
			return HexFormat.of()
				.formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Scheduled(fixedDelay = 3_600_000)
	void forgetOld() {
		try {
			this.store.deleteBefore(System.currentTimeMillis() - KEPT.toMillis());
		}
		catch (DataAccessException ex) {
			log.debug("Cannot delete old keys of requests", ex);
		}
	}

}
