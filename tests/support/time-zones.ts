import { afterAll, beforeAll, describe } from 'vitest';

/** Zones of browsers outside of the schools' one: behind it by a day, beside it, and ahead of it. */
export const FOREIGN_ZONES = ['America/New_York', 'Asia/Urumqi', 'Pacific/Kiritimati'] as const;

/** Describes the same once in each of these time zones of the machine. */
export function inForeignZones(title: string, tests: () => void): void {
  describe.each(FOREIGN_ZONES)(`${title} in a browser of %s`, (zone) => {
    const own = process.env['TZ'];
    beforeAll(() => {
      process.env['TZ'] = zone;
    });
    afterAll(() => {
      if (own === undefined) delete process.env['TZ'];
      else process.env['TZ'] = own;
    });
    tests();
  });
}
