import { seedDemo } from '../../../../../src/app/server/demo/seed.ts';
// Seeds a folder's database and is killed just before it sends the first statement that begins as told.
import type { AdminRun } from '../../../../../src/platform/db/server/database.ts';
import { openDatabase } from '../../../../../src/platform/db/server/open.ts';

const [dir = '', entries = '', last = ''] = process.argv.slice(2);
const db = await openDatabase({ dir, entries });
const dying =
  (run: AdminRun): AdminRun =>
  async (sql, parameters) => {
    if (sql.startsWith(last)) process.kill(process.pid, 'SIGKILL');
    return run(sql, parameters);
  };
await seedDemo(
  { admin: (work) => db.admin((run) => work(dying(run))) },
  { now: Date.now(), hashPassword: async (digest) => digest },
);
