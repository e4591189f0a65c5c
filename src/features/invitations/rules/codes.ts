/** `code_type` of an invitation (`api.md`, codes with fixed numbers). */
export const CODE_TYPE = { single: 1, group: 2 } as const;
export type CodeType = (typeof CODE_TYPE)[keyof typeof CODE_TYPE];

/** Minutes for which a code is valid (`spec §9`). */
export const VALID_MINUTES = {
  [CODE_TYPE.single]: [3, 5, 10, 15],
  [CODE_TYPE.group]: [15, 30, 60, 525_600],
} as const satisfies Record<CodeType, readonly number[]>;

/** Software feature that a school needs for each type of code (`spec §6`). */
export const ABILITY = {
  [CODE_TYPE.single]: 'single_invitation_code',
  [CODE_TYPE.group]: 'group_invitation_code',
} as const satisfies Record<CodeType, string>;

/**
 * Characters of a code: 26 of 31 letters are 128 bits. A group's code is valid for a year, so that no limit of attempts
 * may be what protects it.
 */
export const INVITATION_CODE_LENGTH = 26;

/** Page of each type of code, and the query parameter that brings it (`spec §2`). */
export const REGISTER_PAGE = {
  [CODE_TYPE.single]: '/invitation-register-new',
  [CODE_TYPE.group]: '/groups-invitation-register-new',
} as const satisfies Record<CodeType, string>;
export const CODE_PARAMETER = 'invitation_codes';

/** Address of the registration page of a code. */
export const registerAddress = (origin: string, type: CodeType, code: string): string =>
  `${origin}${REGISTER_PAGE[type]}?${CODE_PARAMETER}=${encodeURIComponent(code)}`;

/** The types of code that a school may make, by its software features. */
export const typesFor = (features: Iterable<string>): CodeType[] => {
  const opened = new Set(features);
  return Object.values(CODE_TYPE).filter((type) => opened.has(ABILITY[type]));
};
