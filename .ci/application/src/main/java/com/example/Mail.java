// SPDX-License-Identifier: Apache-2.0
package com.example;

/**
 * Confirms an order.
 *
 * @param user the buyer
 */
public record Mail(String user) {
}
