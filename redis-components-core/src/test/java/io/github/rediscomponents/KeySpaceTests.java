// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class KeySpaceTests {

	private final KeySpace keys = new KeySpace("shop");

	@Test
	void writesPrefixRoomAndIdentity() {
		assertThat(this.keys.key("lock", "order:1")).isEqualTo("shop:lock:{order:1}");
		assertThat(this.keys.key("lock", "order:1", "f")).isEqualTo("shop:lock:{order:1}:f");
	}

	@Test
	void keepsThePartsOfOneIdentityInOneSlotWhateverItsNameHolds() {
		for (String name : new String[] { "a", "}", "{", "{}", "}{x}", "%7D", "a{b}c", "日本" }) {
			assertThat(SlotHash.getSlot(this.keys.key("lock", name)))
				.isEqualTo(SlotHash.getSlot(this.keys.key("lock", name, "f")));
		}
	}

	@Test
	void givesDifferentIdentitiesDifferentKeys() {
		assertThat(this.keys.key("lock", "}")).isNotEqualTo(this.keys.key("lock", "%7D"));
		assertThat(this.keys.key("lock", "%")).isNotEqualTo(this.keys.key("lock", "%25"));
	}

	@Test
	void refusesEmptyAndOverlongIdentities() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.keys.key("lock", ""))
			.withMessageContaining("identity");
		assertThatIllegalArgumentException().isThrownBy(() -> this.keys.key("lock", "x".repeat(513)))
			.withMessageContaining("512");
	}

	@Test
	void refusesAPrefixThatIsBlankOrHasBraces() {
		assertThatIllegalArgumentException().isThrownBy(() -> new KeySpace(" ")).withMessageContaining("prefix");
		assertThatIllegalArgumentException().isThrownBy(() -> new KeySpace("a{b}")).withMessageContaining("prefix");
	}

	@Test
	void putsAnIdentityIntoTheSlotOfAnotherTag() {
		KeySpace keys = new KeySpace("shop");
		assertThat(keys.taggedKey("stream", "voucher:7", "orders")).isEqualTo("shop:stream:{voucher:7}:{orders}");
		assertThat(keys.taggedKey("stream", "a%b", "x}y")).isEqualTo("shop:stream:{a%b}:{x%7Dy}");
		assertThatIllegalArgumentException().isThrownBy(() -> keys.taggedKey("stream", "a}", "x"))
			.withMessageContaining("tag");
	}

}
