// Seeds a database and kills its own process before the first statement that starts with the given text.
import { seedDemo } from '../../../../../src/app/server/demo/seed.ts';
import type { AdminRun } from '../../../../../src/platform/db/server/database.ts';
import { openDatabase } from '../../../../../src/platform/db/server/open.ts';

const [dir = '', entries = '', killBefore = ''] = process.argv.slice(2);
const db = await openDatabase({ dir, entries });
const killingRun =
  (run: AdminRun): AdminRun =>
  async (sql, parameters) => {
    if (sql.startsWith(killBefore)) process.kill(process.pid, 'SIGKILL');
    return run(sql, parameters);
  };
await seedDemo(
  { admin: (work) => db.admin((run) => work(killingRun(run))) },
  { now: Date.now(), hashPassword: async (digest) => digest },
);
