import { isObject, type JsonObject } from '../../../platform/schema/json.ts';
import type { RoleClaim } from '../own-contract.ts';

/** The claim that gives roles as it is typed in; both empty where none does. */
export interface RoleClaimDraft {
  claim: string;
  lines: readonly JsonObject[];
}

export const linesIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const draftOf = (saved: RoleClaim | null | undefined): RoleClaimDraft => ({
  claim: saved?.claim ?? '',
  lines: saved?.values.map((line) => ({ ...line })) ?? [],
});

const textIn = ({ value }: JsonObject): string => (typeof value === 'string' ? value.trim() : '');
const roleIn = ({ role_id }: JsonObject): number => (typeof role_id === 'number' ? role_id : 0);

/** What is typed in as it is sent. */
export const roleClaimOf = ({ claim, lines }: RoleClaimDraft): RoleClaim | null =>
  claim.trim() === '' && lines.length === 0
    ? null
    : { claim: claim.trim(), values: lines.map((line) => ({ value: textIn(line), role_id: roleIn(line) })) };

/** The fields that must still be filled in. */
export function missingIn(draft: RoleClaimDraft): string[] {
  const roleClaim = roleClaimOf(draft);
  if (roleClaim === null) return [];
  const { claim, values } = roleClaim;
  return [
    ...(claim === '' ? ['role_claim/claim'] : []),
    ...(values.length === 0 ? ['role_claim/values'] : []),
    ...values.flatMap(({ value, role_id }, i) => [
      ...(value === '' ? [`role_claim/values/${i}/value`] : []),
      ...(role_id === 0 ? [`role_claim/values/${i}/role_id`] : []),
    ]),
  ];
}
