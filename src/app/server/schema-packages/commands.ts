import path from 'node:path';
import { applyPackage } from '../../../features/studio/server/package/apply-package.ts';
import {
  planPackage,
  type PlannedItem,
  type PlannedPackage,
} from '../../../features/studio/server/package/plan-package.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { NO_TENANT } from '../../../platform/db/server/database.ts';
import { registeredProcesses } from '../../../platform/db/server/processes/queries.ts';
import { createLog } from '../../../platform/http/server/log.ts';
import { openApiOf } from '../../../platform/http/server/serve-openapi.ts';
import { createPasswords } from '../../../platform/identity/server/passwords.ts';
import { writeDurableFile } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { noSms } from '../../../platform/sms/server/sms.ts';
import { requireTenant, type Operating } from '../operating.ts';
import { systemOperator } from '../organisations/commands/options.ts';
import { createPackages } from '../package/packages.ts';
import { createProduct } from '../services.ts';
import { operatorContext } from './operator-context.ts';
import { readPackageFolder, writePackageFolder } from './package-folder.ts';

export interface PackageCommand {
  orgId: string;
  dir: string;
  exact: boolean;
  note: string;
}

/** A process without a heartbeat for so long is taken for dead. */
const SILENT_MS = 20_000;

const productOf = async (parts: Operating) =>
  createProduct({
    ...parts,
    tenantsDir: parts.config.tenantsDir,
    packages: createPackages(parts),
    session: parts.config.session,
    passwords: await createPasswords(parts.config.argon2),
    sms: noSms,
    log: createLog('error', process.stderr),
  });

const contextOf = async (parts: Operating, orgId: string): Promise<OrgContext> =>
  operatorContext((await productOf(parts)).services, systemOperator().userId, orgId);

/** @throws StartError while processes serve the database that would not hear of the change */
async function requireHeard({ db, config }: Operating): Promise<void> {
  if (db.kind === 'embedded' || config.redisUrl !== undefined) return;
  const [processes] = await db.read(NO_TENANT, [registeredProcesses()]);
  if (processes.some(({ silent_ms }) => silent_ms < SILENT_MS))
    throw new StartError('服务正在运行，没有 REDIS_URL 就不会知道设置变了：请在网页的“字段设置”里导入，或者先停止服务');
}

const KINDS: Readonly<Record<PlannedItem['kind'], string>> = {
  create: '+ 新建',
  change: '~ 修改',
  undo: '~ 还原',
  remove: '- 删除',
  refused: '✗ 不能用',
};

function print({ items, kept, skipped }: PlannedPackage): void {
  for (const { entity, title, kind, differences, impact, findings } of items) {
    console.log(`${KINDS[kind]} ${title}（${entity}）`);
    for (const { title: field, text } of differences) console.log(`    ${field}：${text}`);
    for (const { field, kind: effect, rows } of impact?.changes ?? [])
      console.log(`    影响已有数据：${field} ${effect} ${rows} 行`);
    for (const { pointer, reason, fix } of findings) console.log(`    #${pointer} 原因：${reason}\n      改法：${fix}`);
  }
  if (kept.length > 0) console.log(`包里没有、保持不变：${kept.join('、')}（--exact 还原它们）`);
  if (skipped.length > 0) console.log(`本单位没有开通、已略过：${skipped.join('、')}`);
}

/** `export ORG DIR`: what an organisation has changed, one file for each entity. */
export async function exportPackage(parts: Operating, { orgId, dir }: PackageCommand): Promise<void> {
  const { services } = await contextOf(parts, orgId);
  const entities = services.schemas.packageOf(orgId);
  const removed = writePackageFolder(path.resolve(dir), entities);
  console.log(
    `已导出 ${Object.keys(entities).length} 个资源的设置到 ${dir}${removed.length > 0 ? `，删去了 ${removed.join('、')}` : ''}。`,
  );
}

/** `diff ORG DIR`: what `apply` would change; the exit code is 1 where it would be refused. */
export async function diffPackage(parts: Operating, { orgId, dir, exact }: PackageCommand): Promise<void> {
  const plan = await planPackage(await contextOf(parts, orgId), readPackageFolder(path.resolve(dir)), exact);
  print(plan);
  if (plan.items.length === 0) console.log('没有差别。');
  if (plan.items.some(({ kind }) => kind === 'refused')) process.exitCode = 1;
}

/** `apply ORG DIR`: all changes, or none. */
export async function applyFolder(parts: Operating, { orgId, dir, exact, note }: PackageCommand): Promise<void> {
  await requireHeard(parts);
  const ctx = await contextOf(parts, orgId);
  const entities = readPackageFolder(path.resolve(dir));
  const plan = await planPackage(ctx, entities, exact);
  print(plan);
  if (plan.items.some(({ kind }) => kind === 'refused')) throw new StartError('有不能用的设置，什么都没有改动');
  const { changed } = await ctx.transaction((tx) => applyPackage(ctx, tx, { entities, exact, seen: plan.seen, note }));
  console.log(changed.length === 0 ? '没有差别，什么都没有改动。' : `已生效：${changed.join('、')}。`);
}

/** `client ORG FILE`: a client in TypeScript for systems that call for the organisation. */
export async function writeClient(parts: Operating, { orgId, dir: file }: PackageCommand): Promise<void> {
  const { services, declared } = await productOf(parts);
  await requireTenant(parts, orgId);
  // Its compiler of types takes a second to load.
  const { generateClient } = await import('../typescript-client/generate-client.ts');
  const text = await generateClient(openApiOf(declared, services.schemas.all(orgId).resources));
  writeDurableFile(path.resolve(file), text, 'replace');
  console.log(`已写入 ${file}`);
}
