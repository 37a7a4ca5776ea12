/* The library that draws: templates whose values are put in as text. */

export { html, nothing, render, svg } from '../vendor/lit-html/lit-html.js';
export { repeat } from '../vendor/lit-html/directives/repeat.js';
