import { isObject } from '../../../../../platform/schema/json.ts';

/** The texts of a list; empty for anything else. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** The parts of a structure; none for anything else. */
export const partsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** A list, or undefined where it is empty: empty parts are left out. */
export const orUndefined = (list: readonly string[]): readonly string[] | undefined =>
  list.length > 0 ? list : undefined;
