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
// Enough features for students, without the rest of the server.
const features = [
  { name: 'academic-years', demo: () => import('../../../../../src/features/academic-years/server/demo.ts') },
  { name: 'organisation', demo: () => import('../../../../../src/features/organisation/server/demo.ts') },
  { name: 'classes', demo: () => import('../../../../../src/features/classes/server/demo/demo.ts') },
  { name: 'staff', demo: () => import('../../../../../src/features/staff/server/demo/demo.ts') },
  { name: 'students', demo: () => import('../../../../../src/features/students/server/demo/demo.ts') },
];
await seedDemo(
  { admin: (work) => db.admin((run) => work(killingRun(run))) },
  { features, now: Date.now(), hashPassword: async (digest) => digest },
);
