import type { RawBuilder, SqlBool } from 'kysely';
import type { Scope } from './scope.ts';

type Sql = RawBuilder<unknown>;

/**
 * What a schema cannot declare about its table. In every expression `t` is the row, `slot('orgId')` its tenant,
 * `slot('userId')` the reader, `slot('roleGroup')` the reader's group of roles, `slot('today')` the current day,
 * `slot('now')` the current time, and `slot('opens')` the areas of fields (`x-area`) that the reader has open.
 */
export interface RowTable {
  /** The tenant of the row, where it is not its own `org_id` (schools: the institution above them). */
  readonly owner?: Sql;
  /** Column of the id, where its name differs from the field. */
  readonly idColumn?: string;
  /** Columns and values that separate the rows of this resource from others in the same table. */
  readonly apart?: Readonly<Record<string, string>>;
  /** Fields without a column, as expressions; a function of the scope where a role sees only a part. */
  readonly computed?: Readonly<Record<string, Sql | ((scope: Scope) => Sql)>>;
  /** Fields of `computed` that a write changes: they are read with the row that a change is compared with. */
  readonly compared?: readonly string[];
  /**
   * How a filter finds rows by a field that stands for several rows elsewhere: one of them has the value, or contains
   * it.
   */
  readonly found?: Readonly<Record<string, (wanted: Sql, scope: Scope) => Sql>>;
  /** Fields with several values per row, as arrays: a filter finds the rows that have one of the requested values. */
  readonly several?: Readonly<Record<string, Sql>>;
  /** Sort expression of a field, where it is not the field itself (names: by their pinyin). */
  readonly sortKeys?: Readonly<Record<string, Sql>>;
  /**
   * A sheet's line may be about a row together with one dependent thing (a guardian with a child): the join for it, and
   * the fields that it adds. Lines with equal values in all fields of `same` are about one row, and each adds one such
   * thing to it.
   */
  readonly inSheet?: {
    readonly join?: (scope: Scope) => Sql;
    readonly fields: Readonly<Record<string, Sql>>;
    readonly same?: readonly string[];
  };
  /** Default condition of a list for a field without a filter (classes: those of the current year). */
  readonly unasked?: Readonly<Record<string, Sql>>;
  /** Orders rows that are equal in every sort key, in the direction of the last key; the default is their ids. */
  readonly tie?: Sql;
  /**
   * The own fields whose values are kept beside the rows, by their keys (`kept-fields.ts`), with their numbers. A
   * filter or order uses the kept values; without them it reads every row.
   */
  readonly kept?: ReadonlyMap<string, number>;
  /** Further condition on the rows in scope: the caller may know only of these. */
  readonly readable?: RawBuilder<SqlBool>;
  /** The rows in the scope of a role (`scope.ts`). */
  readonly within: (scope: Scope, alias: string) => RawBuilder<SqlBool>;
}
