import { integer, setting } from '../setting.ts';

/** Sessions and password hashes. */
export const sessionSettings = {
  ACCESS_TOKEN_MINUTES: setting(integer(1, 24 * 60), {
    fallback: 120,
    expects: '1–1440 的整数',
    example: '120',
    about: 'Lifetime of an access token, in minutes.',
  }),
  REFRESH_TOKEN_DAYS: setting(integer(1, 90), {
    fallback: 14,
    expects: '1–90 的整数',
    example: '14',
    about: 'Lifetime of a refresh token, in days.',
  }),
  SESSION_IDLE_MINUTES: setting(integer(5, 90 * 24 * 60), {
    fallback: 7 * 24 * 60,
    expects: '5–129600 的整数',
    example: '10080',
    about: 'Students and parents must sign in again after this many minutes without a call.',
  }),
  STAFF_IDLE_MINUTES: setting(integer(5, 90 * 24 * 60), {
    fallback: 120,
    expects: '5–129600 的整数',
    example: '30',
    about: 'The same for people who are staff of any organisation.',
  }),
  SESSION_MAX_DAYS: setting(integer(1, 365), {
    fallback: 30,
    expects: '1–365 的整数',
    example: '30',
    about: 'Longest duration of one sign-in in days, whether the session is used or not.',
  }),
  ARGON2_MEMORY_KIB: setting(integer(8192, 1_048_576), {
    fallback: 19_456,
    expects: '8192–1048576 的整数',
    example: '19456',
    about: 'Memory of one argon2id password hash, in KiB. Older hashes are replaced when their owner signs in.',
  }),
  ARGON2_PASSES: setting(integer(1, 20), {
    fallback: 2,
    expects: '1–20 的整数',
    example: '2',
    about: 'Passes of one argon2id password hash.',
  }),
};
