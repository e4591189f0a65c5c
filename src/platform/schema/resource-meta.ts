import type { Automation } from './automations.ts';
import type { FixablePart } from './fixable.ts';
import type { Layout } from './layout.ts';
import type { PrintTemplate } from './print-templates.ts';
import type { States } from './states.ts';
import type { ResourceView } from './views.ts';

/** What a resource offers besides reading (`x-resource.acts`); each is an act of the permission table. */
export type ResourceAct = 'create' | 'update' | 'delete' | 'export' | 'import' | 'batch-create' | 'batch-delete';

/** Addresses of calls that do not follow from `path`. */
export interface ResourcePaths {
  list?: string;
  export?: string;
}

export interface ResourceMeta {
  path: string;
  paths?: ResourcePaths;
  /** One row is read by a special call, not by the general one. */
  detail?: false;
  table: string;
  area: string;
  /** Name of the id field. */
  id: string;
  /** Name of the field that is the display name of a row. */
  label: string;
  /** Fields that together identify the row of a line in an imported file; the label where absent. */
  key?: readonly string[];
  /** Groups of fields whose values no two rows share. */
  unique?: readonly (readonly string[])[];
  /** Ranges that must not overlap among the rows with equal values in `within`. */
  no_overlap?: { range: string; within: readonly string[] };
  sort: string;
  /** Field with the owner of a row: only the owner may change or delete it. */
  owner?: string;
  /** States in which a row can no longer be changed. */
  settled?: { field: string; values: readonly (string | number)[] };
  /** Other ways to look at the rows than a table. */
  views?: readonly ResourceView[];
  /** How forms and details arrange the groups of fields. */
  layout?: Layout;
  /** States of rows, which only transitions change. */
  states?: States;
  /** What follows from events of rows. */
  automations?: readonly Automation[];
  /** Ways to print a row. */
  prints?: readonly PrintTemplate[];
  /** Keeps the previous version of a row at each change, for all who may read the row. */
  versions?: true;
  /** Parts that what is below may not change. */
  fixed?: readonly FixablePart[];
  /** Automations of the organisation's own resources may create rows. */
  automated?: true;
  /**
   * Purposes of files and notes that may be attached to a row (`media_for`), the default first; absent where
   * attachments are not allowed.
   */
  attachments?: readonly number[];
  help: string;
  /** Chinese measure word of a row; `unitOf` has the default. */
  unit?: string;
  icon: string;
  acts: readonly ResourceAct[];
}
