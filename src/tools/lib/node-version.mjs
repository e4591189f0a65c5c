// Imported first by every command: ends with one clear line where Node is too old for the rest to run.
// Keep to old syntax here; the least version is package.json's `engines.node`.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const wanted = manifest.engines.node.replace('>=', '');

/**
 * @param {string} version Such as 20.19.0
 * @param {string} least Such as 20.19
 */
export function isAtLeast(version, least) {
  const have = version.split('.').map(Number);
  const need = least.split('.').map(Number);
  const at = need.findIndex((part, i) => part !== (have[i] || 0));
  return at === -1 || (have[at] || 0) > (need[at] || 0);
}

if (!isAtLeast(process.versions.node, wanted)) {
  console.error(
    `心育需要 Node.js ${wanted} 或更高版本，当前是 ${process.versions.node}：请到 https://nodejs.org 安装新版后再试。`,
  );
  console.error(`Node.js ${wanted} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
