// npm run packages -- sbom | licences | advisories FILE: what the product is made of, from package-lock.json.
import './lib/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { command } from './lib/command.mjs';
import { affected, isAllowed, lockedPackages, readAdvisories } from './lib/packages.mjs';
import { root } from './lib/root.mjs';
import { Problem } from './lib/say.mjs';

const USAGE = `用法：
  npm run packages -- sbom                 物料清单（CycloneDX JSON），写到标准输出
  npm run packages -- licences             各许可证下的依赖；有不在允许列表中的许可证时退出码为 1
  npm run packages -- advisories <文件>    按离线的 OSV 公告（一个 JSON 文件或一个文件夹）核对；有受影响的依赖时退出码为 1`;

function printSbom() {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Problem(`npm sbom 没有成功：${stderr.trim()}`);
  process.stdout.write(stdout);
}

function printLicences() {
  const packages = lockedPackages();
  /** @type {Map<string, import('./lib/packages.mjs').Package[]>} */
  const licences = new Map();
  for (const one of packages) licences.set(one.licence, [...(licences.get(one.licence) ?? []), one]);
  for (const [licence, those] of [...licences].sort(([, a], [, b]) => b.length - a.length)) {
    const mark = isAllowed(licence) ? ' ' : '✗';
    const names = those.length > 8 ? '' : `  ${those.map(({ name }) => name).join(', ')}`;
    console.log(`${mark} ${String(those.length).padStart(5)}  ${licence || '没有写明'}${names}`);
  }
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0)
    throw new Problem(
      `许可证不在允许列表中：${refused.map(({ name, licence }) => `${name}（${licence}）`).join('、')}`,
    );
}

/** @param {string | undefined} file */
function checkAdvisories(file) {
  if (file === undefined) throw new Problem(USAGE);
  const place = path.resolve(process.env.INIT_CWD ?? '.', file);
  if (!existsSync(place)) throw new Problem(`没有 ${file}`);
  const packages = lockedPackages();
  const advisories = readAdvisories(place);
  const found = affected(packages, advisories);
  for (const { id, name, version, summary } of found) console.log(`${id}  ${name}@${version}  ${summary}`);
  if (found.length > 0) throw new Problem(`${found.length} 处受影响`);
  console.log(`${packages.length} 个依赖，${advisories.length} 条公告，没有受影响的`);
}

await command(async () => {
  const [what, file] = process.argv.slice(2);
  if (what === 'sbom') printSbom();
  else if (what === 'licences') printLicences();
  else if (what === 'advisories') checkAdvisories(file);
  else throw new Problem(USAGE);
});
