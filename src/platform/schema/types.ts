import type { RichText } from '../rich-text/rich-text.ts';
import type { Expression, Rule } from './expressions/expression.ts';
import type { FileFormat } from './file-formats.ts';
import type { Fixable } from './fixable.ts';
import type { ResourceMeta } from './resource-meta.ts';

/**
 * How a field may be searched: part of the text, one value, any of several values, or a range (`<field>_from`,
 * `<field>_to`).
 */
export type Match = 'contains' | 'equals' | 'in' | 'range';
export type FormMode = 'create' | 'edit';
export type Scalar = string | number | boolean;
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean';
/** Lists and structures are for core entities with columns of their own (`x-kind` list, structure). */
export type FieldType = ScalarType | 'array' | 'object';
/** A line of a repeating group: the values of its fields. */
export type GroupLine = Readonly<Record<string, Scalar>>;
/**
 * A stored value of a field: one value, several (`x-kind` choices, rows; ids of files), lines of a group, or formatted
 * text.
 */
export type FieldValue = Scalar | readonly Scalar[] | readonly GroupLine[] | RichText;
export const MASK_KINDS = ['phone', 'name', 'id-card', 'address', 'text'] as const;
export type MaskKind = (typeof MASK_KINDS)[number];
/** The meaning of a value where its type is not enough; the web's widget registry maps it. */
export type FieldKind =
  | 'text'
  | 'list'
  | 'scales'
  | 'staff-list'
  | 'schools'
  | 'school-stages'
  | 'structure'
  | 'norm-sets'
  | 'exam-scope'
  | 'exam-visibility'
  | 'exam-reasons'
  | 'class'
  | 'period'
  | 'grade'
  | 'year'
  | 'role'
  | 'department'
  | 'before'
  | 'staff'
  | 'row'
  | 'college'
  | 'major'
  | 'slot'
  | 'choices'
  | 'rows'
  | 'time-range'
  | 'date-time-range'
  | 'rating'
  | 'mobile'
  | 'identity-number'
  | 'address'
  | 'group'
  | 'rich-text'
  | 'file'
  | 'picture';
/** Colours of states (`spec §9`). */
export type Tone = 'grey' | 'active' | 'yellow' | 'red' | 'done';

/** An item of a list, or a part of a structure: JSON Schema. */
export interface ValueSchema {
  type: ScalarType | 'array';
  title?: string;
  description?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly (string | number)[];
  items?: ValueSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: true;
}

/** A field of a repeating group: a value of a simple kind. */
export interface InnerField extends Pick<
  FieldSchema,
  | 'title'
  | 'format'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minimum'
  | 'maximum'
  | 'enum'
  | 'x-labels'
  | 'x-message'
  | 'x-unit'
  | 'x-decimals'
> {
  name: string;
  type: ScalarType;
  'x-kind'?: 'text' | 'mobile' | 'identity-number';
  required?: true;
}

/** The shape of a list or structure. */
interface Shape extends Pick<ValueSchema, 'items' | 'minItems' | 'maxItems' | 'uniqueItems'> {
  properties?: Readonly<Record<string, ValueSchema>>;
  propertyNames?: ValueSchema;
  additionalProperties?: false | ValueSchema;
  maxProperties?: number;
}

/**
 * A field of an entity: JSON Schema 2020-12 with the vocabulary of `schemas/vocabulary.json`. Its identity is its name
 * (property = wire = column); title and place may change without losing anything stored.
 */
export interface FieldSchema extends Shape {
  type: FieldType;
  title: string;
  description?: string;
  format?: 'date' | 'date-time' | 'time' | 'email' | 'uri';
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly (string | number)[];
  /** Stored where a row is created without a value. */
  default?: Scalar;
  /** Shown in instructions for filling in the field. */
  examples?: readonly Scalar[];
  /** Set by the server only; never accepted from a client. */
  readOnly?: boolean;
  /** Name of a list in `schemas/enums.json`; merging expands it to `enum` and `x-labels`. */
  'x-enum'?: string;
  /** Chinese label of each value of `enum`. */
  'x-labels'?: Readonly<Record<string, string>>;
  /** A tenant may add values, and must list the values that it no longer offers. */
  'x-open'?: true;
  /** Template texts for each value, which the user can select. */
  'x-templates'?: Readonly<Record<string, readonly string[]>>;
  /** How values that need attention are shown: a tag in this colour with an icon; the others are plain text. */
  'x-tone'?: Readonly<Record<string, Tone>>;
  /** Messages for failed keywords of this field. */
  'x-message'?: Readonly<Record<string, string>>;
  'x-kind'?: FieldKind;
  /** The fields of each line of a repeating group, in their order (`x-kind` group). */
  'x-fields'?: readonly InnerField[];
  /** Formats that a file may have (`x-kind` file); all of them where absent. */
  'x-formats'?: readonly FileFormat[];
  /** Size of a file at most, in MB (`x-kind` file, picture); the limit of its format where absent. */
  'x-max-mb'?: number;
  /** Entity whose row the value refers to, or rows (`x-kind` row, rows). */
  'x-of'?: string;
  /** Unit of a number, shown beside it. */
  'x-unit'?: string;
  /** Digits after the decimal point of a number. */
  'x-decimals'?: number;
  /** The value, computed by the server at each write and stored. */
  'x-computed'?: Expression;
  /** Condition under which a row has the field; a value is dropped where it does not hold. */
  'x-show'?: Expression;
  /** Condition under which the field must be filled in. */
  'x-require'?: Expression;
  /** Value of a new row, from the day, the time or the user. */
  'x-default'?: Expression;
  /** Pattern of the number that the server gives a new row, such as `{yyyy}-{0000}`. */
  'x-sequence'?: string;
  /**
   * Masked, unless the role sees this kind in clear (`policies/reveal.csv`). Roles that see it or may reveal it can
   * also search by it.
   */
  'x-mask'?: MaskKind;
  /** Encrypted in the database under the tenant's key: it cannot be searched or sorted. */
  'x-sealed'?: true;
  /**
   * Only in a row's details, and reading those writes a read-log entry: lists and files omit it, and the audit log has
   * only its length.
   */
  'x-confidential'?: true;
  /** Set for a role that may reveal the value, one row at a time; never set in a schema file. */
  'x-reveal'?: true;
  /** The kinds of school that have the field (`edu_level` of `schemas/enums.json`); all where absent. */
  'x-edu-levels'?: readonly number[];
  /**
   * The value comes from another feature (`extends`), and only lists and files show it, to roles that may open one of
   * these areas.
   */
  'x-area'?: readonly string[];
  /** The roles that see the field; for others it does not exist. All roles where absent. */
  'x-seen-by'?: readonly number[];
  /** The roles that fill in the field, among those that see it; all of these where absent. */
  'x-written-by'?: readonly number[];
  /** Set for a role that does not see the field, besides `x-hidden`: rows have it. Never set in a schema file. */
  'x-unseen'?: true;
  /** What levels below may not change: the whole field, or these keywords (`check-fixed.ts`). */
  'x-fixed'?: true | readonly Fixable[];
  /** No longer used: absent from the wire, list, filter, form and sheet; stored values stay. */
  'x-hidden'?: boolean;
  'x-list'?: { order: number; width?: number; sorter?: boolean };
  /**
   * `default` is the value of a query without this filter; `index: 'grams'` says that the table stores the character
   * pairs of this text; `personal` says that the value identifies a person: it is kept out of the browser's address bar
   * and of saved views.
   */
  'x-filter'?: { match: Match; order: number; default?: Scalar; index?: 'grams'; personal?: boolean };
  /** Makes the field part of the form, and lets the server accept it from a client on the given occasions. */
  'x-form'?: {
    on: readonly FormMode[];
    order: number;
    group?: string;
    help?: string;
    hidden?: true;
    /** Takes a whole line of a group in columns. */
    wide?: true;
  };
  'x-sheet'?: {
    import?: boolean;
    export?: boolean;
    header?: string;
    /** Further headers under which an imported file may have the column. */
    aliases?: string[];
    /** Whether the preview warns about an imported file without this column. */
    expected?: boolean;
    /** Help of the column in the template; default: the help of the form. */ help?: string;
  };
  /**
   * Added by merging: true where the field is stored in `ext`, as fields of a tenant's overlay and of resources without
   * a table of their own are.
   */
  'x-tenant'?: true;
}

/** Whether a field of a tenant holds several values: options, or ids of rows. */
export const isSeveral = ({ 'x-kind': kind }: Pick<FieldSchema, 'x-kind'>): boolean =>
  kind === 'choices' || kind === 'rows';

/** Whether a field of a tenant holds the ids of files. */
export const isFiles = ({ 'x-kind': kind }: Pick<FieldSchema, 'x-kind'>): boolean =>
  kind === 'file' || kind === 'picture';

/** Whether a field of a tenant holds a value with parts of its own: lines of a group, formatted text, or files. */
export const isComposed = (field: Pick<FieldSchema, 'x-kind'>): boolean =>
  field['x-kind'] === 'group' || field['x-kind'] === 'rich-text' || isFiles(field);

/** Whether a field of the core holds a list or a structure, which have no place in lists, filters and sheets. */
export const isStructured = (field: Pick<FieldSchema, 'type' | 'x-kind'>): boolean =>
  ((field.type === 'array' && !isSeveral(field)) || field.type === 'object') && !isComposed(field);

/** An entity's schema: as written in `schemas/entities`, or merged with a tenant's overlay. */
export interface EntitySchema {
  $schema?: string;
  $id: string;
  title: string;
  description?: string;
  type: 'object';
  required: readonly string[];
  properties: Readonly<Record<string, FieldSchema>>;
  /** Conditions that no row may fulfil, with the message for the person who enters such a row. */
  'x-rules'?: readonly Rule[];
  'x-resource': ResourceMeta;
}

/** The base of an overlay: an entity, or an incomplete one that the file completes. */
export type Base = Omit<EntitySchema, 'title' | 'x-resource'> & {
  title?: string;
  'x-resource': Omit<ResourceMeta, 'area' | 'label' | 'help'> & Partial<Pick<ResourceMeta, 'area' | 'label' | 'help'>>;
};
/** The measure word that stands between a number and the title of an entity. */
export const unitOf = ({ 'x-resource': { unit } }: EntitySchema): string => unit ?? '个';

/** The fields that identify rows for users. */
export const keyOf = ({ 'x-resource': { key, label } }: EntitySchema): readonly string[] => key ?? [label];

/** `schemas/enums.json`: list name → code → Chinese label. */
export type EnumLists = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Fields that are in use, in the order of the schema. */
export const fieldsOf = (schema: EntitySchema): [name: string, field: FieldSchema][] =>
  Object.entries(schema.properties).filter(([, field]) => field['x-hidden'] !== true);

/** Fields having `place`, by its `order`; equal orders keep the order of the schema. */
export function fieldsIn<P extends 'x-list' | 'x-filter' | 'x-form'>(
  schema: EntitySchema,
  place: P,
): { name: string; field: FieldSchema; at: NonNullable<FieldSchema[P]> }[] {
  return fieldsOf(schema)
    .flatMap(([name, field]) => {
      const at = field[place];
      return at ? [{ name, field, at: at as NonNullable<FieldSchema[P]> }] : [];
    })
    .sort((a, b) => a.at.order - b.at.order);
}
