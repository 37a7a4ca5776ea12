// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveListeners;
import io.github.rediscomponents.LiveSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DeclaredTests {

	private final LiveSettings<Map<String, Integer>> all = new LiveSettings<>(Map.of("a", 1, "b", 2));

	@Test
	void addsNoListenerForAnInstance() {
		Declared<Integer> declared = new Declared<>("thing", this.all);
		for (int i = 0; i < 20_000; i++) {
			assertThat(declared.follow("a")).isSameAs(declared.follow("a"));
		}
		assertThat(LiveListeners.of(this.all)).isEqualTo(1);
	}

	@Test
	void followsADeclarationUntilItVanishes() {
		Declared<Integer> declared = new Declared<>("thing", this.all);
		LiveSettings<Integer> own = declared.follow("a");
		this.all.swap(Map.of("a", 3));
		assertThat(own.get()).isEqualTo(3);
		this.all.swap(Map.of("b", 4));
		assertThat(own.get()).isEqualTo(3);
		assertThatIllegalArgumentException().isThrownBy(() -> declared.follow("a"))
			.withMessage("name is not a declared thing: a; there are [b]");
		this.all.swap(Map.of("a", 5));
		assertThat(own.get()).isEqualTo(5);
		assertThat(declared.follow("a")).isSameAs(own);
	}

	@Test
	void listsTheDeclaredNames() {
		Declared<Integer> declared = new Declared<>("purpose", "thing", this.all);
		assertThatIllegalArgumentException().isThrownBy(() -> declared.settings("c"))
			.withMessage("purpose is not a declared thing: c; there are [a, b]");
		this.all.swap(Map.of());
		assertThatIllegalArgumentException().isThrownBy(() -> declared.settings("c"))
			.withMessage("purpose is not a declared thing: c; there are none");
	}

	@Test
	void keepsWhatBelongsToWhatIsStored() {
		Declared<Integer> declared = new Declared<>("thing", this.all, (present, next) -> 10 * present + next);
		LiveSettings<Integer> own = declared.follow("a");
		this.all.swap(Map.of("a", 3));
		assertThat(own.get()).isEqualTo(13);
	}

	@Test
	void missesNoChangeWhileItIsOpened() throws Exception {
		ExecutorService other = Executors.newSingleThreadExecutor();
		try {
			for (int round = 0; round < 5_000; round++) {
				LiveSettings<Map<String, Integer>> changing = new LiveSettings<>(Map.of("a", 1));
				Declared<Integer> declared = new Declared<>("thing", changing);
				CountDownLatch both = new CountDownLatch(2);
				Future<?> change = other.submit(() -> {
					both.countDown();
					both.await();
					return changing.swap(Map.of("a", 2));
				});
				both.countDown();
				both.await();
				LiveSettings<Integer> own = declared.follow("a");
				change.get();
				assertThat(own.get()).isEqualTo(2);
			}
		}
		finally {
			other.shutdownNow();
		}
	}

}
