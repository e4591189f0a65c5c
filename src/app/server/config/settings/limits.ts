import { SMALLEST_GROUP } from '../../../../platform/statistics/disclosure.ts';
import { integer, setting } from '../setting.ts';

/** Limits and shutdown. */
export const limitSettings = {
  STATISTICS_SMALLEST_GROUP: setting(integer(SMALLEST_GROUP, 100), {
    fallback: SMALLEST_GROUP,
    expects: '5–100 的整数',
    example: '10',
    about:
      'In the statistics of an institution, numbers about fewer students than this are hidden; other numbers are rounded to its multiples.',
  }),
  BODY_LIMIT_KIB: setting(integer(16, 65_536), {
    fallback: 1024,
    expects: '16–65536 的整数',
    example: '1024',
    about: 'Largest request body in KiB. Some calls have a lower limit; calls that upload a file have their own.',
  }),
  SHUTDOWN_DELAY_MS: setting(integer(0, 60_000), {
    fallback: 0,
    expects: '0–60000 的整数',
    example: '3000',
    about:
      'After a stop signal, `/readyz` fails for this many milliseconds while requests are still served, so that a load balancer can react.',
  }),
  SHUTDOWN_LIMIT_MS: setting(integer(100, 300_000), {
    fallback: 10_000,
    expects: '100–300000 的整数',
    example: '10000',
    about: 'Longest wait for running requests at shutdown, in milliseconds.',
  }),
};
