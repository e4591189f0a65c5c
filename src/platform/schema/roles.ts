import { ROLE } from './generated/enums.ts';

const ROLES: ReadonlySet<number> = new Set(ROLE.map(({ value }) => value));

/** The first of these that is no role. */
export const unknownRole = (roles: readonly number[]): number | undefined => roles.find((role) => !ROLES.has(role));

/** What to write instead. */
export const KNOWN_ROLES = `改为 ${ROLE.map(({ value, label }) => `${value}（${label}）`).join('、')} 之一`;
