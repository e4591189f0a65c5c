/**
 * How a field may be searched: part of the text, one value, any of several values, or a range (`<field>_from`,
 * `<field>_to`).
 */
export type Match = 'contains' | 'equals' | 'in' | 'range';
export type FormMode = 'create' | 'edit';
export type Scalar = string | number | boolean;
export type FieldType = 'string' | 'integer' | 'number' | 'boolean';
export const MASK_KINDS = ['phone', 'name', 'id-card', 'address', 'text'] as const;
export type MaskKind = (typeof MASK_KINDS)[number];
/** What a value means where its type does not say it; the web's widget registry maps it. */
export type FieldKind =
  | 'text'
  | 'class'
  | 'period'
  | 'grade'
  | 'year'
  | 'role'
  | 'department'
  | 'row'
  | 'college'
  | 'major'
  | 'slot';
/** What a resource offers beside looking at it (`x-resource.acts`), each an act of the permission table. */
export type ResourceAct = 'create' | 'update' | 'delete' | 'export' | 'import' | 'batch-create' | 'batch-delete';

/** Colours of states (`spec §9`). */
export type Tone = 'grey' | 'yellow' | 'red';

/**
 * A field of an entity: JSON Schema 2020-12 with the vocabulary of `schemas/vocabulary.json`. Its identity is its name
 * (property = wire = column); title and place may change without losing anything stored.
 */
export interface FieldSchema {
  type: FieldType;
  title: string;
  description?: string;
  format?: 'date' | 'date-time' | 'email' | 'uri';
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly (string | number)[];
  /** Written where a row is created without a value. */
  default?: Scalar;
  /** Shown where people are told how to fill it in. */
  examples?: readonly Scalar[];
  /** Set by the server only; never accepted from a client. */
  readOnly?: boolean;
  /** Name of a list in `schemas/enums.json`; merging expands it to `enum` and `x-labels`. */
  'x-enum'?: string;
  /** Chinese label of each value of `enum`. */
  'x-labels'?: Readonly<Record<string, string>>;
  /** A tenant may add values, and names those that it no longer offers all the same. */
  'x-open'?: true;
  /** Ready descriptions of each value, to be ticked by whoever chooses it. */
  'x-templates'?: Readonly<Record<string, readonly string[]>>;
  /** How values that want attention are shown: a tag in this colour with an icon; the others are plain text. */
  'x-tone'?: Readonly<Record<string, Tone>>;
  /** Own texts for failed keywords. */
  'x-message'?: Readonly<Record<string, string>>;
  'x-kind'?: FieldKind;
  /** Entity of whose rows the value names one (`x-kind` row). */
  'x-of'?: string;
  /**
   * Shown in part only, unless the role sees this kind in clear (`policies/reveal.csv`); who does, or may ask for it,
   * can also search by it.
   */
  'x-mask'?: MaskKind;
  /** Lies sealed in the database, under the tenant's key: it is neither searched nor sorted by. */
  'x-sealed'?: true;
  /**
   * Told in a row's details alone, and whoever reads those stands in the log: lists and files do without it, and the
   * log has its length only.
   */
  'x-confidential'?: true;
  /** Said to whoever may ask for the clear value, one row at a time; stands in no file. */
  'x-reveal'?: true;
  /** The kinds of school that have the field (`edu_level` of `schemas/enums.json`); all where absent. */
  'x-edu-levels'?: readonly number[];
  /** No longer used: absent from the wire, list, filter, form and sheet; stored values stay. */
  'x-hidden'?: boolean;
  'x-list'?: { order: number; width?: number; sorter?: boolean };
  /**
   * `default` is the value of a query that names none; `index: 'grams'` says that the table keeps the pairs of
   * characters of this text; `personal` says that a person is known by the value: it stays out of the browser's address
   * bar and of stored views.
   */
  'x-filter'?: { match: Match; order: number; default?: Scalar; index?: 'grams'; personal?: boolean };
  /** Where people fill it in, and with that: on which occasions the server accepts it from a client. */
  'x-form'?: { on: readonly FormMode[]; order: number; group?: string; help?: string };
  'x-sheet'?: {
    import?: boolean;
    export?: boolean;
    header?: string;
    /** Said of the column in the template, where not the form's help. */ help?: string;
  };
  /**
   * Added by merging: true where the field lives in `ext`, as those of a tenant's overlay do and those of resources
   * without a table of their own.
   */
  'x-tenant'?: true;
}

/** Addresses of calls that do not follow from `path`. */
export interface ResourcePaths {
  list?: string;
  export?: string;
}

export interface ResourceMeta {
  path: string;
  paths?: ResourcePaths;
  /** One row is told by a call of its own, not by that of every resource. */
  detail?: false;
  table: string;
  area: string;
  /** Name of the id field. */
  id: string;
  /** Name of the field that names a row to people. */
  label: string;
  /** Fields that tell together which row a line of an imported file is about; the label where absent. */
  key?: readonly string[];
  sort: string;
  /** Field that says whose a row is: nobody else changes or deletes it. */
  owner?: string;
  /** States in which a row is changed no more. */
  settled?: { field: string; values: readonly number[] };
  /** What a row was before each change is kept, for whoever may read the row. */
  versions?: true;
  /** What files and notes may be attached to a row for (`media_for`), the usual first; absent where none are. */
  attachments?: readonly number[];
  help: string;
  icon: string;
  acts: readonly ResourceAct[];
}

/** An entity's schema: as written in `schemas/entities`, or merged with a tenant's overlay. */
export interface EntitySchema {
  $schema?: string;
  $id: string;
  title: string;
  description?: string;
  type: 'object';
  required: readonly string[];
  properties: Readonly<Record<string, FieldSchema>>;
  'x-resource': ResourceMeta;
}

/** What overlays are merged into: an entity, or the beginnings of one, whose file says the rest. */
export type Base = Omit<EntitySchema, 'title' | 'x-resource'> & {
  title?: string;
  'x-resource': Omit<ResourceMeta, 'area' | 'label' | 'help'> & Partial<Pick<ResourceMeta, 'area' | 'label' | 'help'>>;
};
/** The fields by which people tell rows apart. */
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
