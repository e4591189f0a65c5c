import { labelOf } from '../../../platform/schema/labels.ts';

/** Kinds in words, for the audit log. */
export const namesOfKinds = (kinds: readonly string[]): string =>
  kinds.map((kind) => labelOf('retention_kind', kind)).join('、');
