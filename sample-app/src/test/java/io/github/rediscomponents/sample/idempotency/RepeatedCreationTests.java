// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.test.Concurrently;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that create something and are repeated, because the first answer was lost.
 */
class RepeatedCreationTests {

	private final Guide guide = Guide.shared();

	private final String token = this.guide.tokenOf(1);

	/** Appears in what a test creates, and nowhere else. */
	private final String name = UUID.randomUUID().toString();

	/** What is created. */
	enum Kind {

		SHOP("/shop", "tb_shop", "name", "{\"name\":\"%s\",\"typeId\":9,\"x\":1,\"y\":1,\"avgPrice\":%d}"),

		VOUCHER("/voucher", "tb_voucher", "title",
				"{\"shopId\":11,\"title\":\"%s\",\"payValue\":1,\"actualValue\":%d}"),

		SALE("/voucher/seckill", "tb_voucher", "title",
				"{\"shopId\":11,\"title\":\"%s\",\"payValue\":1,\"actualValue\":%d,\"stock\":5,"
						+ "\"beginTime\":\"2026-01-01T00:00:00\",\"endTime\":\"2026-01-01T00:00:01\"}"),

		POST("/blog", "tb_blog", "title", "{\"title\":\"%s\",\"content\":\"%d\",\"images\":\"\",\"shopId\":11}");

		private final String path;

		private final String table;

		private final String column;

		private final String json;

		Kind(String path, String table, String column, String json) {
			this.path = path;
			this.table = table;
			this.column = column;
			this.json = json;
		}

	}

	private Answer create(Kind kind, int number, @Nullable String key) {
		return create(this.token, kind, number, key);
	}

	private Answer create(String as, Kind kind, int number, @Nullable String key) {
		return this.guide.post(kind.path, as, kind.json.formatted(this.name, number), key);
	}

	private long count(Kind kind) {
		return this.guide.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM " + kind.table + " WHERE " + kind.column + " = ?")
			.param(this.name)
			.query(Long.class)
			.single();
	}

	private static String key() {
		return UUID.randomUUID().toString();
	}

	@ParameterizedTest
	@EnumSource
	void theSameRequestAgainCreatesNothingAndAnswersTheSame(Kind kind) {
		String key = key();
		Answer first = create(kind, 1, key).assertDone();
		assertThat(create(kind, 1, key).text()).isEqualTo(first.text());
		assertThat(count(kind)).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	void otherContentUnderTheSameKeyIsRefused(Kind kind) {
		String key = key();
		long first = create(kind, 1, key).data().asLong();
		Answer other = create(kind, 2, key).assertStatus(422);
		assertThat(other.sentence()).isEqualTo("An earlier request with this Idempotency-Key had other content.");
		assertThat(other.body().path("data").asString()).isEqualTo(String.valueOf(first));
		assertThat(count(kind)).isEqualTo(1);
		assertThat(create(kind, 1, key).data().asLong()).isEqualTo(first);
	}

	@Test
	void theSameContentElsewhereUnderTheSameKeyIsRefused() {
		String key = key();
		String json = Kind.SALE.json.formatted(this.name, 1);
		this.guide.post("/voucher/seckill", this.token, json, key).assertDone();
		this.guide.post("/voucher", this.token, json, key).assertStatus(422);
		assertThat(count(Kind.SALE)).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	void theSameRequestAtOnceCreatesOne(Kind kind) {
		String key = key();
		List<Answer> answers = Concurrently.run(8, () -> create(kind, 1, key));
		assertThat(answers).extracting(Answer::text).containsOnly(answers.get(0).assertDone().text());
		assertThat(count(kind)).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource
	void theKeyOfAnotherUserDoesNotCollide(Kind kind) {
		String key = key();
		long first = create(kind, 1, key).data().asLong();
		assertThat(create(this.guide.tokenOf(2), kind, 2, key).data().asLong()).isNotEqualTo(first);
		assertThat(count(kind)).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource
	void withoutAKeyEveryRequestCreates(Kind kind) {
		long first = create(kind, 1, null).data().asLong();
		assertThat(create(kind, 1, null).data().asLong()).isNotEqualTo(first);
		assertThat(count(kind)).isEqualTo(2);
	}

	@Test
	void aRefusedRequestLeavesItsKeyFree() {
		String key = key();
		String shop = "{\"name\":\"%s\",\"typeId\":%d,\"x\":1,\"y\":1}";
		this.guide.post("/shop", this.token, shop.formatted(this.name, 999), key).assertRefused();
		this.guide.post("/shop", this.token, shop.formatted(this.name, 9), key).assertDone();
		assertThat(count(Kind.SHOP)).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b\u00e9", "too-long" })
	void aKeyThatIsNoneIsRefused(String key) {
		String sent = key.equals("too-long") ? "k".repeat(201) : key;
		Answer answer = create(Kind.SHOP, 1, sent).assertStatus(400);
		assertThat(answer.sentence()).isEqualTo("An Idempotency-Key needs 1 to 200 visible characters.");
		assertThat(count(Kind.SHOP)).isZero();
		create(Kind.SHOP, 1, "k".repeat(164) + key()).assertDone();
	}

	@Test
	void aKeyIsForgottenAfterAWeek() {
		String old = key();
		String recent = key();
		long first = create(Kind.SHOP, 1, old).data().asLong();
		create(Kind.SHOP, 2, recent).assertDone();
		CreationAccess.age(this.guide.context(), old, 7);
		CreationAccess.age(this.guide.context(), recent, 6);
		CreationAccess.forgetOld(this.guide.context());
		assertThat(create(Kind.SHOP, 1, old).data().asLong()).isNotEqualTo(first);
		create(Kind.SHOP, 3, recent).assertStatus(422);
	}

	@Test
	void aKeyThatIsForgottenWhileItIsUsedIsNoted() {
		CreationRequest<String> request = new CreationRequest<>(1, key(), "number", "one");
		AtomicLong next = new AtomicLong();
		assertThat(CreationAccess.createWhileForgotten(this.guide.context(), request, next::incrementAndGet,
				Long::longValue))
			.extracting(Created::id)
			.isEqualTo(1L);
		Created<Long> again = this.guide.bean(Creations.class).create(request, next::incrementAndGet, Long::longValue);
		assertThat(again.id()).isEqualTo(1);
		assertThat(again.result()).isEmpty();
	}

}
