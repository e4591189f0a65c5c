/** Tables and their columns for the query builder. Each `queries` file adds its tables by declaration merging. */
export interface Tables {}
