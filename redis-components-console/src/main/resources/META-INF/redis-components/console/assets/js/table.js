/* The table of the parts. */

export { Table, pager, unique } from '../parts/table.js';
