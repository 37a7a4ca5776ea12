/* The library of the parts that draws. */

export { html, nothing, render, repeat, svg } from '../parts/lit.js';
