/** Every table with its columns, for the query builder; a table's own file in this folder describes its rows. */
// An interface, so that each file can add its tables to it by declaration merging.
export interface Tables {}
