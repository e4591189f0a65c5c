import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/app/server/config/load.ts';
import { fileNames } from '../../src/app/server/config/read-files.ts';
import { settings } from '../../src/app/server/config/settings.ts';
import { DEPLOY, deployed, hasProgram, newSecrets, yamlOf } from '../support/deployment.ts';

type Env = Record<string, string>;
interface ComposeService {
  environment?: Env;
  secrets?: string[];
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
}
interface Compose {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}
interface Container {
  env: { name: string; value: string }[];
  securityContext: unknown;
  readinessProbe?: { httpGet: { path: string } };
  livenessProbe?: { httpGet: { path: string } };
}
interface Workload {
  kind: string;
  spec: {
    replicas?: number;
    minAvailable?: number;
    selector?: { matchLabels: Env };
    template: {
      metadata?: { labels: Env };
      spec: {
        securityContext: unknown;
        terminationGracePeriodSeconds?: number;
        containers: Container[];
        volumes: { secret?: { items: { key: string }[] } }[];
      };
    };
  };
}

const dockerfile = DockerfileParser.parse(deployed('Dockerfile'));
const compose = yamlOf('compose.yaml')[0] as Compose;
const kubernetes = (file: string) => yamlOf(`kubernetes/${file}`) as Workload[];
const portal = kubernetes('portal.yaml');
const migration = kubernetes('migrate.yaml');
const containerOf = ([first]: Workload[]) => first?.spec.template.spec.containers[0];
const envOf = (workload: Workload[]): Env =>
  Object.fromEntries((containerOf(workload)?.env ?? []).map(({ name, value }) => [name, value]));
const imageEnv: Env = Object.fromEntries(
  dockerfile.getENVs().flatMap((env) => env.getProperties().map((one) => [one.getName(), one.getValue() ?? ''])),
);
const lines = (text: string, pattern: RegExp): Env =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]));
const unit = (name: string) => deployed(`systemd/${name}.service`);
const unitEnv = (name: string): Env =>
  Object.assign(
    {},
    ...[...unit(name).matchAll(/^Environment=(.*)$/gm)].map(([, all = '']) => lines(all, /(\w+)=(\S+)/g)),
  ) as Env;
const systemdSettings = lines(deployed('systemd/settings'), /^(\w+)=(.*)$/gm);
const SEPARATELY = { PORTAL_HOST: 'xinyu.example.cn', STORE_HOST: 'files.example.cn' };
const filled = (env: Env = {}): Env =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?\}/g, (_, key: keyof typeof SEPARATELY) => SEPARATELY[key]),
    ]),
  );

/** The environment of each process of the product, as its deployment makes it. */
const portals: Record<string, Env> = {
  'compose portal-1': { ...imageEnv, ...filled(compose.services['portal-1']?.environment) },
  'compose portal-2': { ...imageEnv, ...filled(compose.services['portal-2']?.environment) },
  kubernetes: { ...imageEnv, ...envOf(portal) },
  systemd: { ...systemdSettings, ...unitEnv('xinyu@'), PORT: '8201' },
};
const migrations: Record<string, Env> = {
  'compose migrate': { ...imageEnv, ...filled(compose.services['migrate']?.environment) },
  'kubernetes migrate': { ...imageEnv, ...envOf(migration) },
  'systemd migrate': unitEnv('xinyu-migrate'),
};
const FOLDERS = /^(\/run\/secrets\/xinyu|\/run\/secrets|\/etc\/xinyu\/secrets|%d)\//;
const secrets = newSecrets();
const made = readdirSync(secrets.folder);
const withSecrets = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(FOLDERS, `${secrets.folder}/`)]));

describe('the deployment files', () => {
  it.each(Object.entries({ ...portals, ...migrations }))('of %s name settings that exist', (_, env) => {
    const names = Object.keys(env).filter((name) => name !== 'NODE_ENV');
    expect(names.length).toBeGreaterThan(2);
    const known = [...Object.keys(settings), ...fileNames.map((name) => `${name}_FILE`)];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(Object.entries(portals))('of %s are a complete configuration with new secrets', (_, env) => {
    const config = loadConfig({ env: withSecrets(env) });
    expect(config).toMatchObject({ mode: 'production', databaseUrl: expect.stringContaining('xinyu_login') as string });
    expect([config.databaseAdminUrl, config.redisUrl === undefined, config.objectStore?.dialect]).toEqual([
      config.databaseUrl,
      false,
      's3',
    ]);
    expect(config.allowedHosts).toEqual(['xinyu.example.cn']);
  });

  it.each(Object.entries(migrations))('of %s know the owner of the database only', (_, env) => {
    const config = loadConfig({ env: withSecrets(env), serving: false });
    expect(config).toMatchObject({ mode: 'production', databaseUrl: undefined, appSecret: undefined });
    expect(config.databaseAdminUrl).toContain('xinyu_owner');
  });

  it('leave a stopping process enough time', () => {
    const limits = { compose: 30, kubernetes: 30, systemd: 30 };
    expect(compose.services['portal-1']?.stop_grace_period).toBe(`${limits.compose}s`);
    expect(portal[0]?.spec.template.spec.terminationGracePeriodSeconds).toBe(limits.kubernetes);
    expect(unit('xinyu@')).toContain(`TimeoutStopSec=${limits.systemd}\n`);
    for (const env of Object.values(portals)) {
      const { delayMs, limitMs } = loadConfig({ env: withSecrets(env) }).shutdown;
      expect(delayMs).toBeGreaterThanOrEqual(5000);
      expect(delayMs + limitMs + 5000).toBeLessThan(30_000);
    }
  });
});

describe('the image', () => {
  it('runs as a numbered user that owns no program, and starts the server itself', () => {
    const stages = dockerfile.getFROMs();
    expect(stages).toHaveLength(2);
    expect(dockerfile.getARGs().map((arg) => arg.getProperty()?.getValue())).toEqual(['24']);
    const instructions = dockerfile.getInstructions().map((one) => [one.getKeyword(), one.getArgumentsContent() ?? '']);
    const last = (keyword: string) => instructions.findLast(([name]) => name === keyword)?.[1];
    expect(last('USER')).toBe('1000:1000');
    expect(last('CMD')).toBe('["node", "--enable-source-maps", "dist/server/main.js"]');
    expect(instructions.some(([keyword]) => keyword === 'ADD')).toBe(false);
    expect(deployed('Dockerfile.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.data', '.deploy/secrets', 'node_modules', 'dist']),
    );
  });

  it.each([
    ['healthy while it is ready', 200, 0],
    ['not healthy while it is not', 503, 1],
  ])('is %s', async (_, status, code) => {
    const server = http.createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? status : 404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const check = dockerfile.getHEALTHCHECKs()[0]?.getArgumentsContent() ?? '';
    const [program = '', ...args] = JSON.parse(/CMD (\[[^]*\])$/.exec(check)?.[1] ?? '[]') as string[];
    const child = spawn(program, args, {
      env: { ...process.env, PORT: String((server.address() as AddressInfo).port) },
    });
    expect(await once(child, 'exit')).toEqual([code, null]);
  });
});

describe('the compose file', () => {
  it('runs two portals on a read-only system, each with a folder of its own', () => {
    const both = ['portal-1', 'portal-2'].map((name) => compose.services[name]);
    for (const service of both) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(new Set(both.flatMap((service) => service?.volumes ?? [])).size).toBe(2);
  });

  it('names secrets, files and volumes that exist', () => {
    const used = Object.values(compose.services).flatMap(({ secrets: names = [] }) => names);
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const { file } of Object.values(compose.secrets)) expect(made).toContain(path.basename(file));
    for (const volume of Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)) {
      const [from = ''] = volume.split(':');
      expect(from.startsWith('./') ? existsSync(path.join(DEPLOY, from)) : from in compose.volumes, volume).toBe(true);
    }
  });
});

describe('the manifests of Kubernetes', () => {
  it('run as no privileged user on a read-only system, with secrets as files', () => {
    for (const workload of [portal, migration]) {
      expect(containerOf(workload)?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(workload[0]?.spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      const keys = workload[0]?.spec.template.spec.volumes.flatMap(({ secret }) => secret?.items ?? []) ?? [];
      expect(keys.map(({ key }) => key).filter((key) => !made.includes(key))).toEqual([]);
    }
  });

  it('keep two ready processes, of which one stays', () => {
    const [set, , budget] = portal;
    expect(set?.spec.replicas).toBe(2);
    expect(containerOf(portal)).toMatchObject({
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
    });
    expect(budget).toMatchObject({ kind: 'PodDisruptionBudget', spec: { minAvailable: 1 } });
    expect(budget?.spec.selector?.matchLabels).toEqual(set?.spec.template.metadata?.labels);
  });
});

describe('the units of systemd', () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const files = ['xinyu@.service', 'xinyu-migrate.service'].map((name) => path.join(DEPLOY, 'systemd', name));

  it.skipIf(!hasProgram('systemd-analyze', '--version'))('are valid, and exposed to little', () => {
    const { status, output } = run('verify', '--man=no', ...files);
    // Programs of another machine may be elsewhere here.
    expect([status, output.replace(/^.*Command .* is not executable: No such file.*\n/gm, '')]).toEqual([0, '']);
    for (const file of files) expect(run('security', '--offline=yes', '--threshold=20', file).status).toBe(0);
  });
});
