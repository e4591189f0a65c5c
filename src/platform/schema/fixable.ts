/** Keywords that can be fixed one by one; `required` is about the entity's list. */
export const FIXABLE = [
  'title',
  'description',
  'required',
  'enum',
  'x-labels',
  'default',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'x-list',
  'x-filter',
  'x-form',
  'x-sheet',
  'x-hidden',
  'x-seen-by',
  'x-written-by',
] as const;
export type Fixable = (typeof FIXABLE)[number];
