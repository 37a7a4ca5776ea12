// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/**
 * Discards the body of an answer that is replaced by another one.
 */
final class Nowhere extends ServletOutputStream {

	@Override
	public boolean isReady() {
		return true;
	}

	@Override
	public void setWriteListener(WriteListener listener) {
		throw new IllegalStateException("Not asynchronous");
	}

	@Override
	public void write(int octet) {
		// Another body is written instead.
	}

}
