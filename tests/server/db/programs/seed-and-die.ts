// Seeds a folder's database and is killed just before it sends the first statement that begins as told.
import type { AdminRun } from '../../../../src/server/store/db/database.ts';
import { openDatabase } from '../../../../src/server/store/db/open.ts';
import { seedDemo } from '../../../../src/server/demo/seed.ts';

const [dir = '', entries = '', last = ''] = process.argv.slice(2);
const db = await openDatabase({ dir, entries });
const dying = (run: AdminRun): AdminRun => async (sql, parameters) => {
  if (sql.startsWith(last)) process.kill(process.pid, 'SIGKILL');
  return run(sql, parameters);
};
await seedDemo({ admin: (work) => db.admin((run) => work(dying(run))) }, { now: Date.now(), hashPassword: async (digest) => digest });
