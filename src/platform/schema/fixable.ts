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
/** Parts of a resource that can be fixed beside its fields (`x-resource.fixed`), by what they consist of. */
export const FIXABLE_PARTS = {
  layout: ['layout'],
  states: ['states', 'settled'],
  views: ['views'],
  prints: ['prints'],
  automations: ['automations'],
  rules: ['unique', 'no_overlap'],
} as const;
export type FixablePart = keyof typeof FIXABLE_PARTS;

export type Fixable = (typeof FIXABLE)[number];
