// npm run schemas: checks every schema, overlay and policy, and what they mean for stored values where there is a
// database; with export, diff or apply, moves what an organisation has changed between installations;
// with client, writes a client of its calls.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../../platform/runtime/server/root.ts';
import { checkDefinitions, notesOnDatabase, type DefinitionFolders } from '../check-definitions.ts';
import { loadConfig } from '../config/load.ts';
import { operate } from '../operating.ts';
import { openConfigured, requireMigrated } from '../prepare-database.ts';
import { commandFailure } from '../report.ts';
import { applyFolder, diffPackage, exportPackage, writeClient } from '../schema-packages/commands.ts';
import { tenantFolder } from '../tenant-folder.ts';

const USAGE = `用法：
  npm run schemas [-- 目录]                   检查 schemas/ 里的全部定义；设了 TENANTS_DIR 时检查那里的
  npm run schemas -- export <单位> <目录>     把一个单位的字段设置写进目录，每个资源一个文件
  npm run schemas -- diff <单位> <目录>       目录里的设置与单位现在的有什么差别，对已有数据有什么影响
  npm run schemas -- apply <单位> <目录>      使目录里的设置生效，再做一次就没有差别
      --exact                 也还原目录里没有的设置，不写则保持不变
      --note <说明>           记入发布记录
  npm run schemas -- client <单位> <文件.ts>  按单位的接口写出 TypeScript 客户端，供系统账号使用`;

const COMMANDS = { export: exportPackage, diff: diffPackage, apply: applyFolder, client: writeClient };

/** Prints notes on the configured database; without one, or while it cannot be opened, it says so. */
async function printNotes(folders: DefinitionFolders): Promise<void> {
  try {
    const config = loadConfig({ serving: false });
    if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'db'))) return;
    const db = await openConfigured(config, import.meta.dirname);
    try {
      await requireMigrated(db);
      const notes = await notesOnDatabase(db, folders);
      console.log(
        notes.length === 0 ? '✓ 已存的值都会显示。' : `注意：\n${notes.map((note) => `  ${note}`).join('\n')}`,
      );
    } finally {
      await db.close();
    }
  } catch (error) {
    console.log(`没有核对数据库里已存的值（${commandFailure(error)}）。`);
  }
}

async function check(schemasDir: string): Promise<void> {
  const { tenantsDir } = loadConfig({ serving: false });
  const folders = {
    schemasDir: path.resolve(root, schemasDir),
    policiesDir: path.join(root, 'policies'),
    ...(tenantsDir !== undefined && { own: tenantFolder(tenantsDir) }),
  };
  const { ok, text } = await checkDefinitions(folders);
  console.log(text);
  if (ok) await printNotes(folders);
  process.exitCode = ok ? 0 : 1;
}

/** The parsed arguments; undefined where an option is misspelt. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { exact: { type: 'boolean' }, note: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch {
    return undefined;
  }
}

const line = readArguments();
const [what = 'schemas', orgId, dir, ...more] = line?.positionals ?? [];
const command = Object.entries(COMMANDS).find(([name]) => name === what)?.[1];

if (line?.values.help === true) console.log(USAGE);
else if (line && command && orgId !== undefined && dir !== undefined && more.length === 0)
  await operate(import.meta.dirname, (parts) =>
    command(parts, { orgId, dir, exact: line.values.exact ?? false, note: line.values.note ?? '' }),
  );
else if (line && !command && orgId === undefined)
  await check(what).catch((error: unknown) => {
    console.error(commandFailure(error));
    process.exitCode = 1;
  });
else {
  console.error(USAGE);
  process.exitCode = 1;
}
