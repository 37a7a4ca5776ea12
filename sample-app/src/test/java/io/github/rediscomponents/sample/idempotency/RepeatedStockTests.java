// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.util.List;
import java.util.UUID;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.test.Concurrently;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes of the stock of a sale that are repeated, because the first answer was lost.
 */
class RepeatedStockTests {

	private static final int STOCK = 5;

	private final Guide guide = Guide.shared();

	private final long sale = Sales.create(this.guide, STOCK);

	private final String key = UUID.randomUUID().toString();

	private Answer add(int pieces, @Nullable String name) {
		return this.guide.put("/voucher/seckill", this.guide.tokenOf(1),
				"{\"id\":%d,\"addStock\":%d}".formatted(this.sale, pieces), name);
	}

	private void assertStock(int expected) {
		assertThat(Sales.stock(this.guide, this.sale)).isEqualTo(expected);
		assertThat(Sales.left(this.guide, this.sale)).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, -2 })
	void theSameChangeAgainChangesNothingAndAnswersTheSame(int pieces) {
		Answer first = add(pieces, this.key).assertDone();
		assertThat(add(pieces, this.key).text()).isEqualTo(first.text());
		assertStock(STOCK + pieces);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, -2 })
	void theSameChangeAtOnceIsMadeOnce(int pieces) {
		List<Answer> answers = Concurrently.run(8, () -> add(pieces, this.key));
		assertThat(answers).allSatisfy(Answer::assertDone);
		assertStock(STOCK + pieces);
	}

	@Test
	void anotherChangeUnderTheSameKeyIsRefused() {
		add(3, this.key).assertDone();
		Answer other = add(4, this.key).assertStatus(422);
		assertThat(other.body().path("data").asLong()).isEqualTo(this.sale);
		assertStock(STOCK + 3);
	}

	@Test
	void aRefusedChangeLeavesItsKeyFree() {
		add(-STOCK - 1, this.key).assertRefused();
		add(STOCK, null).assertDone();
		add(-STOCK - 1, this.key).assertDone();
		assertStock(STOCK - 1);
	}

	@Test
	void withoutAKeyEveryRequestChanges() {
		add(3, null).assertDone();
		add(3, null).assertDone();
		assertStock(STOCK + 6);
	}

	@Test
	void aKeyThatIsNoneIsRefused() {
		add(3, " ").assertStatus(400);
		assertStock(STOCK);
	}

}
