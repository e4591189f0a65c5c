import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
let project: string;

/** Prints its name, and if configured stays until it gets a signal. */
const mainEntry = `
import fs from 'node:fs';
console.log(process.env.XINYU_MODE + ' on ' + process.env.PORT);
process.exitCode = 7;
if (process.env.CRASHES && fs.readdirSync(process.env.CRASHES).length < Number(process.env.CRASH_COUNT)) {
  fs.mkdtempSync(process.env.CRASHES + '/crash-');
  process.kill(process.pid, 'SIGKILL');
}
if (process.env.STAY) {
  const timer = setInterval(() => {}, 1000);
  process.once('SIGTERM', () => { console.log('told to stop'); clearInterval(timer); });
}
`;

const viteConfig = `
import path from 'node:path';
const at = (place) => path.join(import.meta.dirname, place);
const entries = { main: at('src/app/server/entries/main.ts'), gen: at('src/app/server/entries/gen.ts') };
const server = { build: { ssr: true, outDir: at('dist/server'), rolldownOptions: { input: entries, output: { entryFileNames: '[name].js' } } } };
const web = { root: at('src/app/web'), build: { outDir: at('dist/web') } };
export default ({ mode }) => (mode === 'server' ? server : web);
`;

/** A project with the real tools and a stand-in for the product, in a realistic path. */
beforeAll(() => {
  project = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-')), '心育 portal');
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), text);
  };
  for (const file of ['src/tools', 'package.json'])
    cpSync(path.join(root, file), path.join(project, file), { recursive: true });
  put('tsconfig.json', '{}');
  put('vite.config.ts', viteConfig);
  put('package-lock.json', '{"packages":{}}');
  put('src/app/web/index.html', '<!doctype html><title>心育</title>');
  put('src/app/server/entries/main.ts', mainEntry);
  put('src/app/server/entries/gen.ts', "console.log(`gen ${process.argv.slice(2).join('+')}`);\n");
  mkdirSync(path.join(project, 'node_modules'));
  symlinkSync(path.join(root, 'node_modules/vite'), path.join(project, 'node_modules/vite'), 'junction');
});
afterAll(() => rmSync(path.dirname(project), { recursive: true, force: true }));

async function node(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: project, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

/** A port without a listener, most probably. */
async function port(): Promise<{ number: string; server: net.Server }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { number: String(address.port), server };
}

test('reports in one line that the port is taken, before it builds anything', async () => {
  const { number, server } = await port();
  const { code, output } = await node(['src/tools/start.mjs'], { PORT: number });
  server.close();
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toContain(`端口 ${number} 已被占用`);
  expect(output).toContain(`Port ${number} is already in use`);
});

test('reports that a port is not a number', async () => {
  const { code, output } = await node(['src/tools/start.mjs'], { PORT: 'http' });
  expect(code).toBe(1);
  expect(output).toContain('PORT=http 不是端口号');
});

test('serve builds nothing, and explains what to do without a build', async () => {
  const { code, output } = await node(['src/tools/run.mjs', 'main']);
  expect(code).toBe(1);
  expect(output).toContain('npm run build');
  expect(output).not.toContain('正在构建');
});

test('two starts at once build once, and both become the demo with its exit code', async () => {
  const ports = await Promise.all([port(), port()]);
  for (const { server } of ports) server.close();
  const both = await Promise.all(ports.map(({ number }) => node(['src/tools/start.mjs'], { PORT: number })));
  for (const [i, { number }] of ports.entries())
    expect(both[i]).toMatchObject({ code: 7, output: expect.stringContaining(`demo on ${number}`) });
  expect(both.filter(({ output }) => output.includes('正在构建 web、server'))).toHaveLength(1);
});

test('a start with nothing changed builds nothing', async () => {
  const { number, server } = await port();
  server.close();
  expect((await node(['src/tools/start.mjs'], { PORT: number })).output).toBe(`demo on ${number}\n`);
});

test('a server that is killed is started again, but not for ever', async () => {
  for (const [crashes, code, starts] of [
    ['2', 7, 3],
    ['99', 1, 5],
  ] as const) {
    const { number, server } = await port();
    server.close();
    const folder = mkdtempSync(path.join(project, 'crashes-'));
    const ended = await node(['src/tools/start.mjs'], { PORT: number, CRASHES: folder, CRASH_COUNT: crashes });
    expect(ended.code).toBe(code);
    expect(ended.output.split(`demo on ${number}`)).toHaveLength(starts + 1);
  }
});

test.runIf(process.platform !== 'win32')(
  'stops with the shell that npm ran it in, because nothing else could stop it',
  async () => {
    const { number, server } = await port();
    server.close();
    const shell = spawn('sh', ['-c', `"${process.execPath}" src/tools/start.mjs; true`], {
      cwd: project,
      env: { ...process.env, PORT: number, STAY: 'yes', npm_lifecycle_event: 'start' },
    });
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('demo on')) shell.kill('SIGTERM');
    });
    await once(shell, 'close');
    expect(output).toContain('told to stop');
  },
);

test.runIf(process.platform !== 'win32')('a stop signal ends every program that runs at that moment', async () => {
  const stays =
    "process.once('SIGTERM', () => { console.log('told to stop'); process.exit(); }); setInterval(() => {}, 1000); console.log('up');";
  writeFileSync(
    path.join(project, 'two.mjs'),
    `import { runNode } from './src/tools/lib/process.mjs';
    for (const _ of [1, 2]) void runNode(['-e', ${JSON.stringify(stays)}]);`,
  );
  const child = spawn(process.execPath, ['two.mjs'], { cwd: project });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('up\n').length === 3) child.kill('SIGTERM');
  });
  // The programs hold the output open until they have ended.
  await once(child, 'close');
  expect(child.exitCode).toBe(143);
  expect(output.split('told to stop')).toHaveLength(3);
});

test('a changed server builds the server only, and a command gets its arguments', async () => {
  writeFileSync(path.join(project, 'src/app/server/extra.ts'), 'export {};\n');
  const { code, output } = await node(['src/tools/run.mjs', 'gen', '--check', 'a b']);
  expect(code).toBe(0);
  expect(output).toContain('正在构建 server …');
  expect(output).toContain('gen --check+a b');
});

test('reports a source error, and does not run the old build instead', async () => {
  writeFileSync(path.join(project, 'src/app/server/entries/gen.ts'), 'import "./nowhere.ts";\n');
  for (const _ of [1, 2]) {
    const { code, output } = await node(['src/tools/run.mjs', 'gen']);
    expect(code).toBe(1);
    expect(output).toContain('构建失败：server');
  }
});

test('serve warns when sources have changed since the build, and runs the build', async () => {
  const { code, output } = await node(['src/tools/run.mjs', 'main'], { PORT: '1' });
  expect(code).toBe(7);
  expect(output).toContain('npm run build');
  expect(output).toContain('production on 1');
});
