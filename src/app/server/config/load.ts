import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../platform/runtime/server/root.ts';
import { tenantFolder } from '../tenant-folder.ts';
import { checkAppSecret, requireKeys } from './check-secrets.ts';
import { ConfigError, type Config } from './config.ts';
import { readAssistant } from './read-assistant.ts';
import { withFiles } from './read-files.ts';
import { readKeys, type Keys } from './read-keys.ts';
import { readObjectStore } from './read-object-store.ts';
import { readOutside } from './read-outside.ts';
import { readProxies } from './read-proxies.ts';
import { readSms } from './read-sms.ts';
import { readValues } from './read-values.ts';
import type { Env } from './setting.ts';
import type { Values } from './settings.ts';

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

export interface ConfigSource {
  env?: Env;
  /** False for commands that answer no requests: they need no secret and listen nowhere. */
  serving?: boolean;
}

/**
 * Reads and validates the environment.
 *
 * @throws ConfigError with every problem
 */
export function loadConfig({ env: given = process.env, serving = true }: ConfigSource = {}): Config {
  const problems: string[] = [];
  const env = withFiles(given, problems);
  const v = readValues(env, problems);
  const trustProxy = readProxies(v.TRUST_PROXY, problems);
  if (serving) checkDemoHost(v, problems);
  checkTenantsDir(v, problems);
  checkAppSecret(v, env, serving, problems);
  const keys = readKeys(v, env, problems);
  if (serving && v.XINYU_MODE === 'production') requireKeys(v, env, problems);
  const objectStore = readObjectStore(v, problems);
  const sms = readSms(v, problems);
  const outside = readOutside(v, problems);
  const assistant = readAssistant(v, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(v, keys, { trustProxy, objectStore, sms, outside, assistant });
}

function checkDemoHost(v: Values, problems: string[]): void {
  if (v.XINYU_MODE === 'demo' && !LOOPBACK.test(v.HOST))
    problems.push(
      `HOST=${v.HOST} 不能用于演示方式：演示账号的密码是公开的，只能监听本机。请去掉 HOST，或按 README 以 npm run serve 部署`,
    );
}

const tenantsDirOf = ({ TENANTS_DIR: dir }: Values): string | undefined =>
  dir === undefined ? undefined : path.resolve(root, dir);

function checkTenantsDir(v: Values, problems: string[]): void {
  const dir = tenantsDirOf(v);
  if (dir !== undefined && !existsSync(tenantFolder(dir).schemas))
    problems.push(`TENANTS_DIR=${v.TENANTS_DIR} 里没有 schemas/tenants：请检查路径，或先建好这个文件夹（可以是空的）`);
}

type Parsed = Pick<Config, 'trustProxy' | 'objectStore' | 'sms' | 'outside' | 'assistant'>;

const toConfig = (v: Values, keys: Keys, parsed: Parsed): Config => ({
  ...parsed,
  mode: v.XINYU_MODE,
  port: v.PORT,
  host: v.HOST,
  dataDir: path.resolve(root, v.DATA_DIR),
  tenantsDir: tenantsDirOf(v),
  databaseUrl: v.DATABASE_URL,
  databaseAdminUrl: v.DATABASE_ADMIN_URL ?? v.DATABASE_URL,
  databaseBackupUrl: v.DATABASE_BACKUP_URL ?? v.DATABASE_ADMIN_URL ?? v.DATABASE_URL,
  redisUrl: v.REDIS_URL,
  appSecret: v.APP_SECRET,
  masterKeys: keys.masters,
  renewalPublicKey: keys.renewalPublic?.[0],
  renewalKey: keys.renewal?.[0],
  allowDemoData: v.XINYU_ALLOW_DEMO_DATA === 'yes',
  logLevel: v.LOG_LEVEL,
  sharedHosts: sharedHosts(v),
  allowedHosts: [...listOf(v.ALLOWED_HOSTS), ...(sharedHosts(v) ?? [])],
  metricsToken: v.METRICS_TOKEN,
  traceEndpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
  serviceContact: {
    link: v.ONLINE_SERVICE_LINK,
    phone: v.ONLINE_SERVICE_PHONE,
    hours: v.ONLINE_SERVICE_HOURS,
    withoutText: (v.ONLINE_SERVICE_WITHOUT_TEXT ?? '').split(',').map((id) => id.trim()),
  },
  smsPerOrgDay: v.SMS_PER_ORG_DAY,
  session: {
    accessMs: v.ACCESS_TOKEN_MINUTES * 60_000,
    refreshMs: v.REFRESH_TOKEN_DAYS * 86_400_000,
    idleMs: v.SESSION_IDLE_MINUTES * 60_000,
    staffIdleMs: v.STAFF_IDLE_MINUTES * 60_000,
    chainMs: v.SESSION_MAX_DAYS * 86_400_000,
  },
  argon2: { memoryCost: v.ARGON2_MEMORY_KIB, timeCost: v.ARGON2_PASSES },
  smallestGroup: v.STATISTICS_SMALLEST_GROUP,
  bodyLimit: v.BODY_LIMIT_KIB * 1024,
  shutdown: { delayMs: v.SHUTDOWN_DELAY_MS, limitMs: v.SHUTDOWN_LIMIT_MS },
});

function sharedHosts(v: Values): string[] | undefined {
  if (v.SHARED_HOSTS === undefined) return v.XINYU_MODE === 'production' ? undefined : ['localhost'];
  return listOf(v.SHARED_HOSTS);
}

const listOf = (text = ''): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
