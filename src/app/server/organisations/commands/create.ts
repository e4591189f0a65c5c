import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  createMany,
  previewRows,
  type RowOutcome,
} from '../../../../features/tenants/server/new-organisations/create-many.ts';
import { createOrg } from '../../../../features/tenants/server/new-organisations/create-org.ts';
import { OrgFileError, readOrgFile } from '../../../../features/tenants/server/new-organisations/org-file.ts';
import { readOrgSheet } from '../../../../features/tenants/server/new-organisations/org-sheet.ts';
import { templateBytes } from '../../../../features/tenants/server/new-organisations/sheet-template.ts';
import { createOperator } from '../../../../features/tenants/server/public.ts';
import { newPassword } from '../../../../platform/identity/server/new-password.ts';
import { createPasswords } from '../../../../platform/identity/server/passwords.ts';
import { appendDurably, writeDurableFile } from '../../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';
import { problemText } from '../../../../platform/schema/server/report.ts';
import { UnusableFile } from '../../../../platform/sheets/server/messages.ts';
import { passwordDigest } from '../../../../platform/signing/mac.ts';
import type { Operating } from '../../operating.ts';
import { requireNewFile, writeSecret } from '../key-file.ts';
import { required, systemOperator, type Values } from './options.ts';

const withPasswords = async (parts: Operating) => ({
  ...parts,
  passwords: await createPasswords(parts.config.argon2),
});

/** `create FILE`: one organisation as a JSON file describes it. */
export async function create(parts: Operating, name: string): Promise<void> {
  const { config, clock } = parts;
  try {
    const plan = readOrgFile(path.resolve(name), clock.now(), config.sharedHosts ?? []);
    const made = await createOrg(await withPasswords(parts), plan, { by: systemOperator() });
    const { org, administrator } = plan;
    if (made.outcome === 'present') {
      console.log(`${org.org_name}（${org.org_id}）已经存在，什么都没有改动。`);
      return;
    }
    console.log(`已创建${org.org_name}（${org.org_id}）。第一位${made.roleName}${administrator.real_name}用它登录：
  登录名  ${administrator.login_name}
  密码      ${made.password}
密码只显示这一次，请当面交给本人，并请本人登录后在“账号设置”里修改。`);
  } catch (error) {
    throw explained(error, name);
  }
}

function explained(error: unknown, name: string): unknown {
  if (error instanceof UnusableFile) return new StartError(`${name}：${error.message}`);
  if (!(error instanceof OrgFileError)) return error;
  const problems = error.findings.map((finding) => problemText({ file: name, ...finding }));
  return new StartError(`${name} 有 ${problems.length} 处问题，什么都没有改动：\n\n${problems.join('\n\n')}`);
}

const LOGIN = /^[A-Za-z][A-Za-z0-9_.-]{3,31}$/;

/** `operator create NAME --login …`: an account that operates the platform. */
export async function operator(parts: Operating, name: string, values: Values): Promise<void> {
  const login = required(values, 'login', '登录名，4 至 32 个字符，以字母开头');
  if (!LOGIN.test(login))
    throw new StartError('--login 应为 4 至 32 个字符，以字母开头，只能用字母、数字、点、横线和下划线');
  const password = newPassword();
  const { passwords } = await withPasswords(parts);
  const passwordHash = await passwords.hash(passwordDigest(password));
  if (!(await createOperator(parts, systemOperator(), { name, login, passwordHash })))
    throw new StartError(`登录名 ${login} 已被使用，什么都没有改动`);
  console.log(`已创建平台运营账号，${name}用它登录：
  登录名  ${login}
  密码      ${password}
密码只显示这一次，第一次登录时要改为自己的密码。它只能管理单位，看不到任何人的信息。`);
}

/** `template FILE`: an empty sheet for `create-many`. */
export async function template(name: string): Promise<void> {
  requireNewFile(name);
  const bytes = await templateBytes('填好以后：npm run org -- create-many <这个文件>');
  writeDurableFile(path.resolve(name), bytes, 'keep');
  console.log(`已生成模板 ${name}`);
}

const WORDS: Readonly<Record<RowOutcome['outcome'], string>> = {
  new: '可以创建',
  present: '已经存在，不改动',
  created: '已创建',
  refused: '不能创建',
};

function print(rows: readonly RowOutcome[]): void {
  for (const { no, name, plan, outcome, problems } of rows.toSorted((a, b) => a.no - b.no)) {
    console.log(
      `${outcome === 'refused' ? '✗' : '✓'} 第 ${no} 行  ${plan?.org.org_id ?? ''} ${name}：${WORDS[outcome]}`,
    );
    for (const { column, reason, fix } of problems) console.log(`    ${column}：${reason}；${fix}`);
  }
  const counts = Object.entries(WORDS).flatMap(([outcome, word]) => {
    const n = rows.filter((row) => row.outcome === outcome).length;
    return n === 0 ? [] : [`${word} ${n}`];
  });
  console.log(`共 ${rows.length} 行：${counts.join('，')}`);
}

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** `create-many SHEET`: shows what would become of each row; with `--apply` creates them. */
export async function createFromSheet(parts: Operating, name: string, values: Values): Promise<void> {
  const { config, clock } = parts;
  const read = async () => {
    try {
      return await readOrgSheet(new Uint8Array(readFileSync(name)), clock.now(), config.sharedHosts ?? []);
    } catch (error) {
      throw explained(error, name);
    }
  };
  const rows = await previewRows(parts, await read());
  const isWrong = rows.some(({ outcome }) => outcome === 'refused');
  if (values.apply !== true || isWrong) {
    print(rows);
    console.log(
      isWrong
        ? '什么都没有创建：请改正以后再试。'
        : '以上是预览，什么都没有创建。加上 --apply --passwords <文件> 创建。',
    );
    if (isWrong) process.exitCode = 1;
    return;
  }
  const file = path.resolve(required(values, 'passwords', '管理员的初始密码写进这个新文件，只有你能读'));
  requireNewFile(file);
  writeSecret(file, '﻿单位编号,单位名称,管理员,登录名,初始密码\n');
  const made = await createMany(await withPasswords(parts), rows, {
    by: systemOperator(),
    // A line whose organisation was not stored after all opens nothing.
    handOver: ({ org, administrator }, password) =>
      appendDurably(
        file,
        `${[org.org_id, org.org_name, administrator.real_name, administrator.login_name, password].map(csvCell).join(',')}\n`,
      ),
  });
  print(made);
  console.log(`初始密码在 ${file}（只有你能读）：请当面交给各位管理员，交完删除。`);
  if (made.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
}
