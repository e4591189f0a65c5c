// npm run gen | schemas | bench | migrate | keys | org | audit | backup | restore | move | serve: runs dist/server/<name>.js
// with the remaining arguments. In production it installs and builds nothing, so that only what was deployed runs.
import './lib/node-version.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isStale, targets } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { runEntry } from './lib/entry.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { paint } from './lib/say.mjs';

await command(async () => {
  const [name = 'main', ...args] = process.argv.slice(2);
  if (name === 'main') process.env.XINYU_MODE = 'production';
  const hasSources = existsSync(path.join(root, 'src/app/server/entries'));
  if (process.env.XINYU_MODE !== 'production' && hasSources) await prepare();
  else if (hasSources && targets.some((target) => existsSync(path.join(root, target.output)) && isStale(root, target)))
    console.error(
      paint(
        'yellow',
        '注意：dist/ 不是由现在的源码构建的，运行 npm run build 可更新。dist/ is not built from these sources.',
      ),
    );
  await runEntry(name, args);
});
