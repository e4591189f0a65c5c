// npm start: from a fresh clone to the running demo, on this machine only.
import './lib/node-version.mjs';
import { command } from './lib/command.mjs';
import { entryFile } from './lib/entry.mjs';
import { requireFreePort } from './lib/port.mjs';
import { prepare } from './lib/prepare.mjs';
import { supervise } from './lib/supervise.mjs';

await command(async () => {
  process.env.XINYU_MODE = 'demo';
  // A person who tries the product wants the address and the logins, not a line for each request.
  process.env.LOG_LEVEL ||= 'warn';
  const host = process.env.HOST || '127.0.0.1';
  const port = process.env.PORT || '8200';
  process.env.PORT = port;
  await requireFreePort(port, host);
  await prepare();
  // Another process may have taken the port meanwhile.
  await requireFreePort(port, host);
  process.exitCode = await supervise(['--enable-source-maps', entryFile('main')]);
});
