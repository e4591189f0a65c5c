import { existsSync } from 'node:fs';
import path from 'node:path';
import { organisationOf, withPlatformEntry, logPlatform, takeKey } from '../../../../features/tenants/server/public.ts';
import { createInstallationCipher } from '../../../../platform/crypto/server/installation-cipher.ts';
import { requireTenant, type Operating } from '../../operating.ts';
import { eraseOrganisation, previewErasure } from '../../package/erase-organisation.ts';
import { exportOrganisation } from '../../package/export-organisation.ts';
import { importOrganisation } from '../../package/import-organisation.ts';
import { rowsIn, verifiedPackage } from '../../package/package-manifest.ts';
import { readKeyFile, requireNewFile, writeSecret } from '../key-file.ts';
import { requireStopped } from '../running-service.ts';
import { required, systemOperator, textOf, type Values } from './options.ts';

async function nameOf({ db }: Operating, orgId: string): Promise<string> {
  const [[org]] = await db.read({ orgId, userId: null }, [organisationOf(orgId)]);
  return org?.org_name ?? orgId;
}

/** `export ID DIR`. */
export async function exportTo(parts: Operating, orgId: string, dir: string, values: Values): Promise<void> {
  await requireTenant(parts, orgId);
  const target = path.resolve(dir);
  const keyFile = textOf(values, 'key-file');
  if (keyFile !== undefined) requireNewFile(path.resolve(keyFile), target);
  const entry = {
    act: 'export',
    resource: 'organisation',
    rowId: orgId,
    rowLabel: await nameOf(parts, orgId),
    after: { reason: textOf(values, 'reason') ?? '' },
  };
  const { manifest, key } = await withPlatformEntry(parts, systemOperator(), entry, () =>
    exportOrganisation(parts, orgId, target),
  );
  const { tables, accounts, objects, log } = manifest;
  const counts = { rows: rowsIn(tables), accounts: accounts.members, objects, log_seq: log.seq, log_hash: log.hash };
  await logPlatform(parts, systemOperator(), { ...entry, after: { ...entry.after, ...counts, finished: true } });
  console.log(
    `已导出${manifest.org_name}（${orgId}）到 ${target}：${counts.rows} 行，${accounts.members} 个账号，${objects} 个附件，操作记录 ${log.seq} 条。`,
  );
  if (log.findings > 0)
    console.log(`!! 操作记录有 ${log.findings} 处问题，npm run audit verify ${orgId} 列出全部；数据包里也注明了。`);
  if (keyFile === undefined) console.log(`传输密钥（只显示这一次，请与数据包分开交给对方）：\n${key.toString('hex')}`);
  else {
    writeSecret(path.resolve(keyFile), `${key.toString('hex')}\n`);
    console.log(`传输密钥在 ${keyFile}（只有你能读）：请与数据包分开交给对方。`);
  }
}

/** `key TASK`: the transport key of a package that was exported on the page. */
export async function printKey(parts: Operating, taskId: string, values: Values): Promise<void> {
  const keyFile = textOf(values, 'key-file');
  if (keyFile !== undefined) requireNewFile(path.resolve(keyFile));
  const installation = createInstallationCipher(parts.db, parts.wrapping);
  const { name, key } = await takeKey({ ...parts, installation }, systemOperator(), taskId);
  if (keyFile === undefined) console.log(`${name}的数据包的传输密钥（请与数据包分开交给对方）：\n${key}`);
  else {
    writeSecret(path.resolve(keyFile), `${key}\n`);
    console.log(`${name}的数据包的传输密钥在 ${keyFile}（只有你能读）：请与数据包分开交给对方。`);
  }
}

/** `import DIR`. */
export async function importFrom(parts: Operating, dir: string, values: Values): Promise<void> {
  const target = path.resolve(dir);
  await requireStopped(parts, textOf(values, 'while-running'));
  const key = readKeyFile(path.resolve(required(values, 'key-file', '放着传输密钥的文件')));
  const renamed = textOf(values, 'rename-taken');
  if (renamed !== undefined) requireNewFile(path.resolve(renamed));
  const { org_id, org_name, tables, accounts, objects, log } = await verifiedPackage(target, key);
  const entry = {
    act: 'import',
    resource: 'organisation',
    rowId: org_id,
    rowLabel: org_name,
    after: { rows: rowsIn(tables), accounts: accounts.members, objects, log_seq: log.seq, log_hash: log.hash },
  };
  const imported = await withPlatformEntry(parts, systemOperator(), entry, () =>
    importOrganisation(parts, { dir: target, key, renamesTaken: renamed !== undefined }),
  );
  const { taken, present, lostParent } = imported;
  if (renamed !== undefined)
    writeSecret(
      path.resolve(renamed),
      `原登录名,新登录名,手机号\n${taken.map((one) => `${one.login},${one.becomes},${one.losesMobile ? '已清空' : '不变'}\n`).join('')}`,
    );
  console.log(
    `✓ 已导入${org_name}（${org_id}）：${rowsIn(tables)} 行与导出时一致，${objects} 个附件，操作记录 ${log.seq} 条完好。`,
  );
  if (log.findings > 0) console.log(`!! 导出时操作记录已有 ${log.findings} 处问题。`);
  if (present > 0) console.log(`${present} 个账号这里已有（同一个人以前由同一平台迁来），保持这里的登录名和密码。`);
  if (taken.length > 0) console.log(`${taken.length} 个账号改了登录名或清空了手机号，名单在 ${renamed}。`);
  if (lostParent !== undefined) console.log(`原来的上级机构 ${lostParent} 不在这里：需要时用 set --parent 设置。`);
  console.log(
    `单位处于暂停状态：核对以后运行 npm run org -- resume ${org_id}。动态口令不随数据包迁移，使用者需要重新启用。`,
  );
}

/** `erase ID`. */
export async function erase(parts: Operating, orgId: string, values: Values): Promise<void> {
  await requireTenant(parts, orgId);
  const forced = textOf(values, 'while-running');
  await requireStopped(parts, forced);
  const confirmedName = textOf(values, 'confirm');
  if (confirmedName === undefined) {
    const { org_name, rows, objects, data_keys, log_seq, tables } = await previewErasure(parts, orgId);
    console.log(
      `将要清除${org_name}（${orgId}）：${Object.keys(tables).length} 张表共 ${rows} 行，${objects} 个附件，${data_keys} 把数据密钥，操作记录 ${log_seq} 条，以及只属于它的账号。`,
    );
    console.log(
      `什么都没有清除。清除不能撤回，也不影响已有的备份；确定后：npm run org -- erase ${orgId} --reason <原因> --confirm ${org_name}`,
    );
    return;
  }
  const reason = required(values, 'reason', '为什么清除，写进平台的操作记录');
  const proof = await eraseOrganisation(parts, systemOperator(), orgId, {
    reason: forced === undefined ? reason : `${reason}（服务运行时清除：${forced}）`,
    confirmedName,
    confirmsOpenCases: values['confirm-open-cases'] === true,
  });
  console.log(`✓ 已清除${proof.org_name}（${orgId}），逐表核对没有留下：${proof.rows} 行，${proof.objects} 个附件，${proof.data_keys} 把数据密钥，${proof.accounts} 个账号。
内容摘要 ${proof.digest}
平台的操作记录里有这次清除：npm run audit verify platform。备份里还有这个单位，请按期销毁。`);
  const overlay = path.join(parts.ownSchemas, orgId);
  if (existsSync(overlay)) console.log(`它自己的字段定义还在 ${overlay}（没有个人信息），可以删除。`);
}
