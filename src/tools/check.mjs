// npm run check: types and lint, without building or running anything.
import './lib/node-version.mjs';
import { checks } from './lib/checks.mjs';
import { command } from './lib/command.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { Problem, say } from './lib/say.mjs';

await command(async () => {
  await ensureInstalled();
  const failed = [];
  for (const { name, run } of checks()) if (!(await run())) failed.push(name);
  if (failed.length > 0) throw new Problem(`未通过：${failed.join('、')}`);
  say('类型和代码检查通过。');
});
