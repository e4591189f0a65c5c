import type { RawBuilder, SqlBool } from 'kysely';
import type { Scope } from './scope.ts';

type Sql = RawBuilder<unknown>;

/**
 * What a schema cannot say of the table behind it. In every expression `t` is the row, `slot('orgId')` its tenant,
 * `slot('userId')` who reads it, `slot('roleGroup')` out of which group of roles, and `slot('today')` on which day.
 */
export interface RowTable {
  /** Whose the row is, where not its own `org_id` says so (schools: the institution above them). */
  readonly owner?: Sql;
  /** Column of the id, where it is not named like the field. */
  readonly idColumn?: string;
  /** Columns that tell the rows of this resource from those of others in the same table. */
  readonly apart?: Readonly<Record<string, string>>;
  /** Fields that are no columns, as expressions; of what a role sees only a part, by whom it reaches. */
  readonly computed?: Readonly<Record<string, Sql | ((scope: Scope) => Sql)>>;
  /**
   * How rows are found by a field that stands for several rows elsewhere: by the value that one of them has, or has a
   * part of.
   */
  readonly found?: Readonly<Record<string, (wanted: Sql, scope: Scope) => Sql>>;
  /** Fields of which a row has several values, as arrays: a filter finds the rows that have one of those asked for. */
  readonly several?: Readonly<Record<string, Sql>>;
  /** What a field is sorted by, where not by itself (names: by their pinyin). */
  readonly sortKeys?: Readonly<Record<string, Sql>>;
  /**
   * A sheet's line may be about a row together with one of the things that hang on it (a guardian with a child): what
   * is joined to the row then, and the fields that it has by that. Lines with equal values in all fields of `same` are
   * about one row, and each adds such a thing to it.
   */
  readonly inSheet?: {
    readonly join?: (scope: Scope) => Sql;
    readonly fields: Readonly<Record<string, Sql>>;
    readonly same?: readonly string[];
  };
  /** What a list shows while its query says nothing of a field (classes: those of the current year). */
  readonly unasked?: Readonly<Record<string, Sql>>;
  /** What orders rows that agree in every key, in the direction of the last of these; where there is none, their ids do. */
  readonly tie?: Sql;
  /** Of the rows that a role reaches, those that it may know of at all. */
  readonly readable?: RawBuilder<SqlBool>;
  /** The rows that a role reaches (`store/scope.ts`). */
  readonly within: (scope: Scope, alias: string) => RawBuilder<SqlBool>;
}
