import type { CrisisLevel } from '../../../../../platform/schema/generated/enums.ts';

export const LEVELS: readonly CrisisLevel[] = [1, 2, 3];

/** The wire has a number; the contract allows 1 to 3. */
export const levelOf = (level: number): CrisisLevel => LEVELS.find((each) => each === level) ?? 3;
