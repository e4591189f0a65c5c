// npm run build: dist/web and dist/server, where their sources changed.
import './lib/node-version.mjs';
import { command } from './lib/command.mjs';
import { prepare } from './lib/prepare.mjs';
import { say } from './lib/say.mjs';

await command(async () => {
  await prepare();
  say('dist/web 和 dist/server 已是最新。');
});
