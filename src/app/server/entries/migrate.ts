import { migrate } from '../../../platform/db/server/migrate.ts';
import { commandFailure } from '../../../platform/runtime/server/report.ts';
// npm run migrate: brings the database up to this version, under its owner's login (DATABASE_ADMIN_URL).
import { loadConfig } from '../config/load.ts';
import { openConfigured } from '../prepare-database.ts';

try {
  const config = loadConfig({ serving: false });
  const db = await openConfigured({ ...config, databaseUrl: config.databaseAdminUrl }, import.meta.dirname);
  try {
    const done = await migrate(db);
    console.log(
      done.length === 0
        ? '数据库已是最新。'
        : `已执行 ${done.length} 个迁移：\n${done.map((name) => `  ${name}`).join('\n')}`,
    );
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(commandFailure(error));
  process.exitCode = 1;
}
