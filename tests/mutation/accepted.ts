import type { RoomName } from './rooms.ts';

/** A mutant that no test can notice, or that none should. */
export interface Accepted {
  room: RoomName;
  file: string;
  original: string;
  replacement: string;
  /** Number among equal changes of the file; 1 where absent. */
  nth?: number;
  reason: string;
}

/** A mutant is accepted only when it changes nothing that the product promises. */
export const ACCEPTED: readonly Accepted[] = [
  {
    room: 'signing',
    file: 'src/platform/signing/canonical.ts',
    original: "header ?? ''",
    replacement: 'header',
    reason: 'A missing header is then matched as the text "undefined", which is no MAC header either.',
  },
  {
    room: 'signing',
    file: 'src/platform/signing/mac.ts',
    original: 'i < bytes.length',
    replacement: 'i <= bytes.length',
    reason: 'The further round writes no character, because none of the bytes is left.',
  },
  {
    room: 'statistics',
    file: 'src/features/crisis/rules/warn-statistics.ts',
    original: 'valid ?? 0',
    replacement: 'valid',
    reason: 'Without the number there is no share, whatever the sum says about the size of the group.',
  },
  {
    room: 'statistics',
    file: 'src/features/crisis/rules/warn-statistics.ts',
    original: 'invalid ?? 0',
    replacement: 'invalid',
    reason: 'Without the number there is no share, whatever the sum says about the size of the group.',
  },
  {
    room: 'statistics',
    file: 'src/features/crisis/rules/warn-statistics.ts',
    original: "month(0, index).padStart(7, '0')",
    replacement: 'month(0, index)',
    reason: 'Years of the calendar that a portal is asked for have four digits.',
  },
  {
    room: 'statistics',
    file: 'src/features/crisis/server/queries/warn-statistics.ts',
    original: "qb .selectFrom('students as s') .innerJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.…",
    replacement: [
      'qb',
      "    .selectFrom('students as s')",
      "    .innerJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))",
      "    .select(['c.class_id', 'c.period', 'c.grade'])",
      "    .select((eb) => eb.fn.countAll<number>().as('n'))",
    ].join('\n'),
    reason:
      'Row-level security lets a school see its own students only, so that its id in the query is a second guard.',
  },
  {
    room: 'proofs',
    file: 'src/platform/identity/server/queries/memberships.ts',
    original: "qb .selectFrom('memberships as m') .select(['m.identity', 'm.role_id', 'm.role_extend', 'm.claimed_u…",
    replacement: [
      'qb',
      "    .selectFrom('memberships as m')",
      "    .select(['m.identity', 'm.role_id', 'm.role_extend', 'm.claimed_until'])",
    ].join('\n'),
    reason:
      'Row-level security lets an organisation see its own memberships only, so that its id in the query is a second guard.',
  },
  {
    room: 'audit',
    file: 'src/platform/audit/server/ledger.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'The names of an object differ from each other.',
  },
  {
    room: 'access',
    file: 'src/platform/access/server/enforcers.ts',
    original: "q.eduLevel ?? ''",
    replacement: 'q.eduLevel',
    reason: 'An institution has no level: neither an empty text nor "null" is one that a row may name.',
  },
  {
    room: 'signing',
    file: 'src/platform/http/server/admit.ts',
    original: '!actor',
    replacement: 'false',
    reason: 'An endpoint of an organisation has an actor or was refused before; the check is for the compiler.',
  },
  {
    room: 'erasure',
    file: 'src/features/privacy/server/own-sections.ts',
    original: "ownEntityOf(key) ?? ''",
    replacement: 'ownEntityOf(key)',
    reason: 'No resource has an empty name or the name "undefined", so that neither finds one.',
  },
  {
    room: 'erasure',
    file: 'src/features/privacy/server/sync-erasures.ts',
    original: 'missing.length > 0',
    replacement: 'missing.length >= 0',
    reason: 'Nothing is added to the file where nothing is missing; the condition spares a write.',
  },
  {
    room: 'masking',
    file: 'src/platform/schema/mask.ts',
    original: 'tail > 0',
    replacement: 'true',
    reason:
      'No kind of mask keeps nothing at the end; the condition is for one that would, since slice(-0) keeps everything.',
  },
  {
    room: 'masking',
    file: 'src/platform/schema/mask.ts',
    original: 'tail > 0',
    replacement: 'tail >= 0',
    reason:
      'No kind of mask keeps nothing at the end; the condition is for one that would, since slice(-0) keeps everything.',
  },
  {
    room: 'masking',
    file: 'src/platform/schema/mask.ts',
    original: 'all.length < 2',
    replacement: 'false',
    reason: 'A name of one character is hidden whole by the general rule too.',
  },
  {
    room: 'masking',
    file: 'src/platform/schema/server/seen-by.ts',
    original: '!mask',
    replacement: 'false',
    reason: 'Nobody sees or asks for values of no kind, so that a field without a mask stays as it is.',
  },
  {
    room: 'masking',
    file: 'src/platform/schema/server/seen-by.ts',
    original: 'seen.set(entity, known);',
    replacement: '',
    reason: 'A cache: without it the same entity is made again.',
  },
  {
    room: 'masking',
    file: 'src/platform/schema/server/seen-by.ts',
    original: "viewer.eduLevel ?? ''",
    replacement: 'viewer.eduLevel',
    reason: 'Part of the key of a cache; both ways it tells the kinds of schools apart.',
  },
  {
    room: 'masking',
    file: 'src/platform/schema/server/seen-by.ts',
    original: '!made',
    replacement: 'true',
    nth: 2,
    reason: 'A cache: without it the same entity is made again.',
  },
  {
    room: 'access',
    file: 'src/platform/access/feature-expression.ts',
    original: '++at > 0',
    replacement: '++at >= 0',
    reason: 'The number has just been counted up from 0 or more.',
  },
  {
    room: 'access',
    file: 'src/platform/access/feature-expression.ts',
    original: 'opened?.has(name) ?? true',
    replacement: 'opened?.has(name)',
    reason: 'Without a list the whole expression is true before a name is asked for.',
  },
  {
    room: 'access',
    file: 'src/platform/access/retention.ts',
    original: "String(Number(leftOn.slice(0, 4)) + years).padStart(4, '0')",
    replacement: 'String(Number(leftOn.slice(0, 4)) + years)',
    reason: 'The years of a calendar have four digits.',
  },
  {
    room: 'access',
    file: 'src/platform/access/server/decisions.ts',
    original: 'a.identity ?? IDENTITY.staff',
    replacement: 'a.identity',
    reason:
      'Part of the key of a cache: staff with and without a stated identity then have answers of their own, which are equal.',
  },
  {
    room: 'access',
    file: 'src/platform/access/server/decisions.ts',
    original: "a.eduLevel ?? ''",
    replacement: 'a.eduLevel',
    reason: 'Part of the key of a cache; both ways it tells the kinds of schools apart.',
  },
  {
    room: 'access',
    file: 'src/platform/access/server/decisions.ts',
    original: '[...a.features].sort()',
    replacement: '[...a.features]',
    reason: 'Part of the key of a cache: another order of features then has answers of its own, which are equal.',
  },
  {
    room: 'access',
    file: 'src/platform/access/server/decisions.ts',
    original: '!answers',
    replacement: 'true',
    reason: 'A cache: without it the same answers are made again.',
  },
  {
    room: 'access',
    file: 'src/platform/access/server/decisions.ts',
    original: 'answersByCombination.set(key, answers);',
    replacement: '',
    reason: 'A cache: without it the same answers are made again.',
  },
  {
    room: 'access',
    file: 'src/platform/access/server/decisions.ts',
    original: 'answersByHolder.set(actor, answers);',
    replacement: '',
    reason: 'A cache: without it the same answers are made again.',
  },
  {
    room: 'crisis',
    file: 'src/features/crisis/server/escalation/find-recipients.ts',
    original: 'about.classId === null',
    replacement: 'false',
    reason: 'A student without a class: the query is then made with no class, and finds none.',
  },
  {
    room: 'crisis',
    file: 'src/features/crisis/server/handlers/crisis.ts',
    original: '!warn',
    replacement: 'false',
    reason: 'Each caller has just found or reported this warning; warnings are not deleted in between.',
  },
  {
    room: 'crisis',
    file: 'src/features/crisis/server/report-warning.ts',
    original: "sourceRef ?? ''",
    replacement: 'sourceRef',
    reason: 'Only a report with a reference meets a warning that exists already.',
  },
];
