import type { Transition } from '../../../schema/states.ts';

/** Key of a transition among the acts of a row. */
export const moveKey = ({ key }: Transition): string => `move:${key}`;
