import * as Type from 'typebox/type';
import { Id } from '../contract/common.ts';

/** Maximum number of entries of one kind in the scope of a role. */
const SCOPE_MAX = 500;

/** What limits a role (`spec §3`, role-group scope). `policies/grants.csv` says which keys a role accepts. */
export const RoleScope = Type.Object(
  {
    periods: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 99 }), { maxItems: SCOPE_MAX, uniqueItems: true }),
    ),
    grade_combos: Type.Optional(
      Type.Array(
        Type.Object(
          { period: Type.Integer({ minimum: 1, maximum: 99 }), grade: Type.Integer({ minimum: 1, maximum: 9999 }) },
          { additionalProperties: false },
        ),
        { maxItems: SCOPE_MAX, uniqueItems: true },
      ),
    ),
    college_ids: Type.Optional(Type.Array(Id, { maxItems: SCOPE_MAX, uniqueItems: true })),
    major_ids: Type.Optional(Type.Array(Id, { maxItems: SCOPE_MAX, uniqueItems: true })),
    class_ids: Type.Optional(Type.Array(Id, { maxItems: SCOPE_MAX, uniqueItems: true })),
    school_ids: Type.Optional(Type.Array(Id, { maxItems: SCOPE_MAX, uniqueItems: true })),
  },
  { additionalProperties: false },
);
export type RoleScope = Type.Static<typeof RoleScope>;
