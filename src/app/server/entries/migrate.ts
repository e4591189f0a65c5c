// npm run migrate: migrates the database to this version, with the login of its owner (DATABASE_ADMIN_URL).
import { migrate } from '../../../platform/db/server/migrate.ts';
import { loadConfig } from '../config/load.ts';
import { openConfigured, requireOwnerRights } from '../prepare-database.ts';
import { commandFailure } from '../report.ts';

try {
  const config = loadConfig({ serving: false });
  const db = await openConfigured({ ...config, databaseUrl: config.databaseAdminUrl }, import.meta.dirname);
  try {
    await requireOwnerRights(db);
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
