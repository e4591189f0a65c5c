/** JSON Logic, limited to the operators of `expressions/check-expression.ts`. */
export type Expression = string | number | boolean | { readonly [operator: string]: unknown };

/** A rule across fields: `when` is what is wrong; the message stands at the first of `fields`. */
export interface Rule {
  when: Expression;
  message: string;
  fields: readonly string[];
}
