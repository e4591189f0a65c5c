// npm run move: moves the embedded database of a stopped portal into an empty PostgreSQL database.
import { systemClock } from '../../../platform/runtime/server/clock.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { loadConfig } from '../config/load.ts';
import { moveToServer } from '../move/move-to-server.ts';
import { commandFailure } from '../report.ts';

const USAGE = `用法：
  npm run move    把 DATA_DIR 里的内嵌数据库完整迁移到 PostgreSQL 的一个空数据库（DATABASE_ADMIN_URL，所有者的登录）

先停止服务并备份。全部内容在一个事务里写入并逐表核对：失败时新数据库里没有任何单位，可以再运行一次。
成功后内嵌数据库改名保留；附件、密钥和见证文件仍在 DATA_DIR，设置 DATABASE_URL 后启动即可。`;

if (process.argv.length > 2) {
  console.log(USAGE);
  process.exitCode = process.argv[2] === '--help' ? 0 : 1;
} else {
  try {
    const { dataDir, databaseAdminUrl } = loadConfig({ serving: false });
    if (databaseAdminUrl === undefined)
      throw new StartError('请把 DATABASE_ADMIN_URL（或 DATABASE_URL）设为新数据库所有者的登录');
    const { tables, rows, kept } = await moveToServer(
      dataDir,
      import.meta.dirname,
      databaseAdminUrl,
      systemClock.now(),
    );
    console.log(`已迁移 ${tables} 张表、${rows} 行，逐表核对一致。原来的数据库保留在 ${kept}。
接下来：设置 DATABASE_URL（服务器的登录）并启动，再运行 npm run audit verify；确认无误后销毁原来的数据库。`);
  } catch (error) {
    console.error(`没有迁移。${commandFailure(error)}`);
    process.exitCode = 1;
  }
}
