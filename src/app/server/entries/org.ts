// npm run org -- create FILE | list: the organisations of an installation.
import path from 'node:path';
import { allTenants } from '../../../platform/context/server/queries/orgs.ts';
import { createPasswords } from '../../../platform/identity/server/passwords.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { problemText } from '../../../platform/schema/server/report.ts';
import { operate, type Operating } from '../operating.ts';
import { createOrg } from '../organisations/create-org.ts';
import { OrgFileError, readOrgFile } from '../organisations/org-file.ts';
import { ORG_USAGE } from '../organisations/org-usage.ts';
import { serviceLine } from '../service-term.ts';

const [what, file, ...more] = process.argv.slice(2);

async function create(parts: Operating, name: string): Promise<void> {
  const { config, clock } = parts;
  try {
    const plan = readOrgFile(path.resolve(name), clock.now(), config.sharedHosts ?? []);
    const made = await createOrg({ ...parts, passwords: await createPasswords(config.argon2) }, plan);
    const { org, administrator } = plan;
    if (made.outcome === 'present') {
      console.log(`${org.org_name}（${org.org_id}）已经存在，什么都没有改动。`);
      return;
    }
    console.log(`已创建${org.org_name}（${org.org_id}）。第一位${made.roleName}${administrator.real_name}用它登录：
  登录账号  ${administrator.login_name}
  密码      ${made.password}
密码只显示这一次，请当面交给本人，并请本人登录后在“账号设置”里修改。`);
  } catch (error) {
    if (!(error instanceof OrgFileError)) throw error;
    const problems = error.findings.map((finding) => problemText({ file: name, ...finding }));
    throw new StartError(`${name} 有 ${problems.length} 处问题，什么都没有改动：\n\n${problems.join('\n\n')}`);
  }
}

if (what === 'create' && file !== undefined && more.length === 0)
  await operate(import.meta.dirname, (parts) => create(parts, file));
else if (what === 'list' && file === undefined)
  await operate(import.meta.dirname, async (parts) => {
    const all = await allTenants(parts.db);
    for (const orgId of all) console.log(await serviceLine(parts, orgId));
    if (all.length === 0) console.log('还没有单位：运行 npm run org -- create <文件> 创建第一个');
  });
else if (what === '--help' || what === '-h' || what === 'help') console.log(ORG_USAGE);
else {
  console.error(ORG_USAGE);
  process.exitCode = 1;
}
