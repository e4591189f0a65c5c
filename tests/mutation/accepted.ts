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
    original: "month(0, index(from) + i).padStart(7, '0')",
    replacement: 'month(0, index(from) + i)',
    reason: 'Years of the calendar that a portal is asked for have four digits.',
  },
  {
    room: 'statistics',
    file: 'src/features/crisis/rules/warn-statistics.ts',
    original: "monthsBetween(text, '9999-12')[1] ?? text",
    replacement: "monthsBetween(text, '9999-12')[1]",
    reason: 'Every month before the year 9999 has a following one; the alternative satisfies the compiler.',
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
];
