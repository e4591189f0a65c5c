import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Ajv } from 'ajv';
import * as Type from 'typebox/type';
import { SMALLEST_GROUP } from '../../features/crisis/rules/warn-statistics.ts';
import { keyOf } from '../../platform/crypto/server/key-text.ts';
import type { ServiceOptions } from '../../platform/objects/server/service.ts';
import { root } from '../../platform/runtime/server/root.ts';

interface Setting<S extends Type.TSchema = Type.TSchema> {
  schema: S;
  /** Taken where the variable is absent or empty. */
  fallback?: Type.Static<S>;
  /** What a right value looks like, for people. */
  expects: string;
  example: string;
  about: string;
  /** Never printed. */
  secret?: true;
}
const setting = <const S extends Type.TSchema, const O extends Omit<Setting<S>, 'schema'>>(schema: S, rest: O) => ({
  schema,
  ...rest,
});

const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const url = (pattern: string) => Type.String({ pattern });
const POSTGRES = '^postgres(ql)?://[^\\s]+$';

/** Every environment variable the product reads; the README prints this table. */
export const settings = {
  XINYU_MODE: setting(Type.Union([Type.Literal('demo'), Type.Literal('development'), Type.Literal('production')]), {
    fallback: 'demo',
    expects: 'demo、development 或 production',
    example: 'production',
    about: '运行方式：演示（自带演示数据，只监听本机）、开发、生产',
  }),
  PORT: setting(integer(0, 65_535), {
    fallback: 8200,
    expects: '0–65535 的整数',
    example: '8200',
    about: '监听端口；0 表示任选一个空闲端口',
  }),
  HOST: setting(Type.String({ pattern: '^[A-Za-z0-9.:-]+$' }), {
    fallback: '127.0.0.1',
    expects: '要监听的地址',
    example: '0.0.0.0',
    about: '监听地址；演示方式只能是本机地址',
  }),
  DATA_DIR: setting(Type.String({ minLength: 1 }), {
    fallback: '.data',
    expects: '文件夹路径',
    example: '/var/lib/xinyu',
    about: '数据文件夹；相对路径从项目目录算起',
  }),
  DATABASE_URL: setting(url(POSTGRES), {
    expects: 'postgres:// 开头的连接地址',
    example: 'postgres://xinyu_login:密码@127.0.0.1:5432/xinyu',
    about: 'PostgreSQL 连接地址（普通登录角色）；不设置则使用 DATA_DIR 里的内置数据库',
    secret: true,
  }),
  DATABASE_ADMIN_URL: setting(url(POSTGRES), {
    expects: 'postgres:// 开头的连接地址',
    example: 'postgres://xinyu_owner:密码@127.0.0.1:5432/xinyu',
    about: '数据库所有者的连接地址，只供 npm run migrate 使用；不设置则同 DATABASE_URL',
    secret: true,
  }),
  REDIS_URL: setting(url('^rediss?://[^\\s]+$'), {
    expects: 'redis:// 或 rediss:// 开头的连接地址',
    example: 'redis://127.0.0.1:6379',
    about: 'Valkey 或 Redis 6.2 以上；多个进程共用随机数和限流计数时设置',
    secret: true,
  }),
  APP_SECRET: setting(Type.String({ minLength: 32, maxLength: 1024 }), {
    expects: '至少 32 个字符的随机字符串',
    example: '$(openssl rand -hex 32)',
    about: '签名密钥由它派生；生产必须设置，其他方式自动生成在 DATA_DIR 里',
    secret: true,
  }),
  MASTER_KEY: setting(Type.String({ minLength: 1 }), {
    expects: '随机的 32 字节（64 个十六进制字符或 Base64）；更换时新旧两把以逗号分隔，新的在前',
    example: '$(openssl rand -hex 32)',
    about: '主密钥，各单位的数据密钥以它加密；生产必须设置（或用 MASTER_KEY_FILE），其他方式自动生成在 DATA_DIR 里',
    secret: true,
  }),
  MASTER_KEY_FILE: setting(Type.String({ minLength: 1 }), {
    expects: '文件路径',
    example: '/run/secrets/xinyu-master-key',
    about: '代替 MASTER_KEY：装有主密钥的文件，每行一把，新的在前',
  }),
  RENEWAL_PUBLIC_KEY: setting(Type.String({ minLength: 1 }), {
    expects: 'npm run keys -- new 给出的公钥',
    example: '$(npm run -s keys -- new | grep ^RENEWAL_PUBLIC_KEY)',
    about:
      '续期公钥，服务到期的单位的数据密钥以它封存，服务器自己也不能再打开；生产必须设置，其他方式自动生成在 DATA_DIR 里',
  }),
  RENEWAL_KEY: setting(Type.String({ minLength: 1 }), {
    expects: 'npm run keys -- new 给出的私钥',
    example: '$(cat renewal-key)',
    about: '续期私钥，只供 npm run service 续期时解封；不要交给服务器',
    secret: true,
  }),
  RENEWAL_KEY_FILE: setting(Type.String({ minLength: 1 }), {
    expects: '文件路径',
    example: '/mnt/safe/renewal-key',
    about: '代替 RENEWAL_KEY：装有续期私钥的文件',
  }),
  XINYU_ALLOW_DEMO_DATA: setting(Type.Literal('yes'), {
    expects: 'yes',
    example: 'yes',
    about: '允许在含有演示数据的数据库上以生产方式启动',
  }),
  LOG_LEVEL: setting(
    Type.Union([
      Type.Literal('fatal'),
      Type.Literal('error'),
      Type.Literal('warn'),
      Type.Literal('info'),
      Type.Literal('debug'),
      Type.Literal('trace'),
      Type.Literal('silent'),
    ]),
    {
      fallback: 'info',
      expects: 'fatal、error、warn、info、debug、trace 或 silent',
      example: 'info',
      about: '日志级别',
    },
  ),
  TRUST_PROXY: setting(Type.String(), {
    expects: '逗号分隔的代理地址或网段，或 loopback',
    example: 'loopback,10.0.0.0/8',
    about: '可信的反向代理；只有它们转达的客户端地址和协议才算数',
  }),
  SHARED_HOSTS: setting(Type.String({ pattern: '^[A-Za-z0-9.-]+(\\s*,\\s*[A-Za-z0-9.-]+)*$' }), {
    expects: '逗号分隔的域名',
    example: 'xinyu.example.cn,www.xinyu.example.cn',
    about: '各单位共用的访问域名，任何单位都不能占用；生产不设置则各单位不能自己设置访问域名',
  }),
  METRICS_TOKEN: setting(Type.String({ minLength: 16 }), {
    expects: '至少 16 个字符',
    example: '$(openssl rand -hex 16)',
    about: '从其他机器读取 /metrics 时要出示的 Bearer 令牌；不设置则只有本机可读',
    secret: true,
  }),
  ACCESS_TOKEN_MINUTES: setting(integer(1, 24 * 60), {
    fallback: 120,
    expects: '1–1440 的整数',
    example: '120',
    about: '访问令牌有效期（分钟）',
  }),
  REFRESH_TOKEN_DAYS: setting(integer(1, 90), {
    fallback: 14,
    expects: '1–90 的整数',
    example: '14',
    about: '刷新令牌有效期（天）',
  }),
  SESSION_IDLE_MINUTES: setting(integer(5, 90 * 24 * 60), {
    fallback: 7 * 24 * 60,
    expects: '5–129600 的整数',
    example: '10080',
    about: '学生和家长多久没有操作后需要重新登录（分钟）',
  }),
  STAFF_IDLE_MINUTES: setting(integer(5, 90 * 24 * 60), {
    fallback: 120,
    expects: '5–129600 的整数',
    example: '30',
    about: '教职工多久没有操作后需要重新登录（分钟）',
  }),
  SESSION_MAX_DAYS: setting(integer(1, 365), {
    fallback: 30,
    expects: '1–365 的整数',
    example: '30',
    about: '一次登录最长持续多久（天），无论是否一直在使用',
  }),
  ARGON2_MEMORY_KIB: setting(integer(8192, 1_048_576), {
    fallback: 19_456,
    expects: '8192–1048576 的整数',
    example: '19456',
    about: '口令散列 argon2id 的内存（KiB）',
  }),
  ARGON2_PASSES: setting(integer(1, 20), {
    fallback: 2,
    expects: '1–20 的整数',
    example: '2',
    about: '口令散列 argon2id 的轮数',
  }),
  SMS_GATEWAY_URL: setting(url('^https?://[^\\s]+$'), {
    expects: 'http:// 或 https:// 开头的地址',
    example: 'https://sms.example.cn/send',
    about: '短信网关：以 POST 发送 {"mobile", "type", "text"}；不设置则生产方式不能发短信',
    secret: true,
  }),
  SMS_GATEWAY_TOKEN: setting(Type.String({ minLength: 8 }), {
    expects: '至少 8 个字符',
    example: '$(openssl rand -hex 16)',
    about: '短信网关要求的 Bearer 令牌',
    secret: true,
  }),
  OBJECT_STORE_URL: setting(url('^https?://[^\\s?#]+$'), {
    expects: '存储桶的 http:// 或 https:// 地址',
    example: 'https://xinyu-media.oss-cn-hangzhou.aliyuncs.com',
    about: 'OSS 或 S3 兼容的对象存储：浏览器能直接访问的存储桶地址；不设置则附件存放在 DATA_DIR 里',
  }),
  OBJECT_STORE_DIALECT: setting(Type.Union([Type.Literal('oss'), Type.Literal('s3')]), {
    fallback: 'oss',
    expects: 'oss 或 s3',
    example: 's3',
    about: '对象存储的签名方式：oss（OSS 签名 V1）或 s3（AWS 签名 V4）',
  }),
  OBJECT_STORE_BUCKET: setting(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,62}$' }), {
    expects: '存储桶的名称',
    example: 'xinyu-media',
    about: '存储桶名称',
  }),
  OBJECT_STORE_KEY_ID: setting(Type.String({ minLength: 3, maxLength: 128 }), {
    expects: '访问密钥的 ID',
    example: 'LTAI5tExample',
    about: '访问密钥 ID；只需要这个桶的读、写、删除权限',
  }),
  OBJECT_STORE_SECRET: setting(Type.String({ minLength: 8, maxLength: 256 }), {
    expects: '访问密钥',
    example: '$(cat /run/secrets/object-store)',
    about: '访问密钥',
    secret: true,
  }),
  OBJECT_STORE_REGION: setting(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), {
    fallback: 'us-east-1',
    expects: '区域名称',
    example: 'cn-north-1',
    about: 's3 签名用的区域',
  }),
  STATISTICS_SMALLEST_GROUP: setting(integer(SMALLEST_GROUP, 100), {
    fallback: SMALLEST_GROUP,
    expects: '5–100 的整数',
    example: '10',
    about: '上级单位的统计里，少于这么多名学生的数字不显示，其余取整到它的倍数',
  }),
  BODY_LIMIT_KIB: setting(integer(16, 65_536), {
    fallback: 1024,
    expects: '16–65536 的整数',
    example: '1024',
    about: '请求内容的上限（KiB）；个别接口另有更小的上限',
  }),
  SHUTDOWN_DELAY_MS: setting(integer(0, 60_000), {
    fallback: 0,
    expects: '0–60000 的整数',
    example: '3000',
    about: '收到停止信号后先报告未就绪、继续服务多久（毫秒），供负载均衡摘除',
  }),
  SHUTDOWN_LIMIT_MS: setting(integer(100, 300_000), {
    fallback: 10_000,
    expects: '100–300000 的整数',
    example: '10000',
    about: '停止时等待未完成请求的上限（毫秒）',
  }),
} satisfies Record<string, Setting>;

type Settings = typeof settings;
type Name = keyof Settings;
type Values = {
  [K in Name]: Type.Static<Settings[K]['schema']> | (Settings[K] extends { fallback: unknown } ? never : undefined);
};

export type Mode = Values['XINYU_MODE'];

export interface Config {
  mode: Mode;
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  databaseAdminUrl: string | undefined;
  redisUrl: string | undefined;
  /** Absent outside production, where one is kept in the data folder. */
  appSecret: string | undefined;
  /** The first one wraps, the others still open; absent outside production, where one is kept in the data folder. */
  masterKeys: readonly Buffer[] | undefined;
  /** Absent outside production, where a pair is kept in the data folder. */
  renewalPublicKey: Buffer | undefined;
  /** Of whoever renews. */
  renewalKey: Buffer | undefined;
  allowDemoData: boolean;
  logLevel: Values['LOG_LEVEL'];
  trustProxy: string[];
  /** Lower case; undefined where nobody has said which hosts are shared. */
  sharedHosts: string[] | undefined;
  metricsToken: string | undefined;
  /** Without it a production sends no short messages. */
  smsGatewayUrl: string | undefined;
  smsGatewayToken: string | undefined;
  /** Absent where files lie in the data folder. */
  objectStore: ServiceOptions | undefined;
  /** Milliseconds. */
  session: { accessMs: number; refreshMs: number; idleMs: number; staffIdleMs: number; chainMs: number };
  /** Argon2id: KiB and passes. */
  argon2: { memoryCost: number; timeCost: number };
  /** Students that a number must be about for an institution to be told it. */
  smallestGroup: number;
  /** Bytes. */
  bodyLimit: number;
  /** Milliseconds. */
  shutdown: { delayMs: number; limitMs: number };
}

/**
 * Says everything that is wrong with the environment at once; each line names the variable, what is wrong and what to
 * do.
 */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`配置有误：\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;
const WEAK_SECRET = /change.?me|secret|example|default|password|xinyu|123456/i;
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const isProxy = (item: string): boolean => {
  const [address = '', prefix] = item.split('/');
  if (PROXY_NAMES.includes(item)) return true;
  const bits = { 0: -1, 4: 32, 6: 128 }[net.isIP(address)] ?? -1;
  return bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits));
};

export interface ConfigSource {
  env?: Readonly<Record<string, string | undefined>>;
  /** False for commands that answer no requests: they need no secret and listen nowhere. */
  serving?: boolean;
}

/**
 * Reads and checks the environment.
 *
 * @throws ConfigError naming every problem
 */
export function loadConfig({ env = process.env, serving = true }: ConfigSource = {}): Config {
  const problems: string[] = [];
  const shown = (name: Name, text: string) => (isSecret(name) ? `${name} 的值` : `${name}=${text}`);
  const wrong = (name: Name, text: string) =>
    problems.push(`${shown(name, text)} 不对：应为${settings[name].expects}，例如 ${name}=${settings[name].example}`);

  const v = readAll(env, wrong);
  const trustProxy =
    v.TRUST_PROXY?.split(',')
      .map((item) => item.trim())
      .filter(Boolean) ?? [];
  if (!trustProxy.every(isProxy)) wrong('TRUST_PROXY', v.TRUST_PROXY ?? '');
  if (serving && v.XINYU_MODE === 'demo' && !LOOPBACK.test(v.HOST))
    problems.push(
      `HOST=${v.HOST} 不能用于演示方式：演示账号的密码是公开的，只能监听本机。请去掉 HOST，或按 README 以 npm run serve 部署`,
    );
  if (serving && v.XINYU_MODE === 'production' && !v.APP_SECRET && !env['APP_SECRET'])
    problems.push(
      'APP_SECRET 没有设置：生产方式必须设置至少 32 个字符的随机字符串，例如 APP_SECRET=$(openssl rand -hex 32)；请妥善保存，更换它会使所有人重新登录',
    );
  else if (v.APP_SECRET && (WEAK_SECRET.test(v.APP_SECRET) || new Set(v.APP_SECRET).size < 10))
    problems.push('APP_SECRET 的值太容易猜到：请换成随机生成的，例如 APP_SECRET=$(openssl rand -hex 32)');
  const keys = readKeys(v, problems);
  if (serving && v.XINYU_MODE === 'production') {
    if (keys.masters === undefined && !env['MASTER_KEY'] && !env['MASTER_KEY_FILE'])
      problems.push(
        'MASTER_KEY 没有设置：生产方式必须设置主密钥，例如 MASTER_KEY=$(openssl rand -hex 32)，或以 MASTER_KEY_FILE 指定装有它的文件；请另外妥善保存，丢失后加密的内容无法恢复',
      );
    if (v.RENEWAL_PUBLIC_KEY === undefined)
      problems.push(
        'RENEWAL_PUBLIC_KEY 没有设置：生产方式必须设置续期公钥；运行 npm run keys -- new 生成一对，公钥放在这里，私钥交给负责续期的人保存',
      );
    if (v.APP_SECRET !== undefined && v.APP_SECRET === v.MASTER_KEY)
      problems.push('MASTER_KEY 与 APP_SECRET 相同：请各用一个随机值');
  }
  const objectStore = objectStoreOf(v, problems);
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    mode: v.XINYU_MODE,
    port: v.PORT,
    host: v.HOST,
    dataDir: path.resolve(root, v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    databaseAdminUrl: v.DATABASE_ADMIN_URL ?? v.DATABASE_URL,
    redisUrl: v.REDIS_URL,
    appSecret: v.APP_SECRET,
    masterKeys: keys.masters,
    renewalPublicKey: keys.renewalPublic?.[0],
    renewalKey: keys.renewal?.[0],
    allowDemoData: v.XINYU_ALLOW_DEMO_DATA === 'yes',
    logLevel: v.LOG_LEVEL,
    trustProxy,
    sharedHosts:
      v.SHARED_HOSTS?.toLowerCase()
        .split(',')
        .map((host) => host.trim()) ?? (v.XINYU_MODE === 'production' ? undefined : ['localhost']),
    metricsToken: v.METRICS_TOKEN,
    smsGatewayUrl: v.SMS_GATEWAY_URL,
    smsGatewayToken: v.SMS_GATEWAY_TOKEN,
    objectStore,
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
  };
}

/** The keys that were given, in the environment or in files; texts that are no keys become problems. */
function readKeys(v: Values, problems: string[]): { masters?: Buffer[]; renewalPublic?: Buffer[]; renewal?: Buffer[] } {
  const parsed = (name: Name, text: string | undefined, make: string): Buffer[] | undefined => {
    const keys = text
      ?.split(/[\s,]+/)
      .filter(Boolean)
      .map(keyOf);
    if (keys === undefined) return undefined;
    const right = keys.filter((key) => key !== undefined);
    if (right.length === keys.length && right.length > 0) return right;
    problems.push(`${name} 的值太弱或不完整：应为随机生成的 32 字节（64 个十六进制字符或 Base64），例如 ${make}`);
    return undefined;
  };
  const fileOf = (name: Name, file: string | undefined): string | undefined => {
    if (file === undefined) return undefined;
    try {
      return readFileSync(path.resolve(root, file), 'utf8');
    } catch (error) {
      problems.push(
        `${name}=${file} 读不出来：请检查文件和权限（${error instanceof Error && 'code' in error ? String(error.code) : '未知原因'}）`,
      );
      return undefined;
    }
  };
  return {
    masters:
      parsed('MASTER_KEY', v.MASTER_KEY, 'MASTER_KEY=$(openssl rand -hex 32)') ??
      parsed('MASTER_KEY_FILE', fileOf('MASTER_KEY_FILE', v.MASTER_KEY_FILE), 'openssl rand -hex 32 > 文件'),
    renewalPublic: parsed('RENEWAL_PUBLIC_KEY', v.RENEWAL_PUBLIC_KEY, 'npm run keys -- new 给出的公钥'),
    renewal:
      parsed('RENEWAL_KEY', v.RENEWAL_KEY, 'npm run keys -- new 给出的私钥') ??
      parsed('RENEWAL_KEY_FILE', fileOf('RENEWAL_KEY_FILE', v.RENEWAL_KEY_FILE), 'npm run keys -- new 给出的私钥'),
  };
}

/** The store is set up with all that it takes, or not at all. */
function objectStoreOf(v: Values, problems: string[]): ServiceOptions | undefined {
  const parts = {
    OBJECT_STORE_URL: v.OBJECT_STORE_URL,
    OBJECT_STORE_BUCKET: v.OBJECT_STORE_BUCKET,
    OBJECT_STORE_KEY_ID: v.OBJECT_STORE_KEY_ID,
    OBJECT_STORE_SECRET: v.OBJECT_STORE_SECRET,
  };
  const {
    OBJECT_STORE_URL: url,
    OBJECT_STORE_BUCKET: bucket,
    OBJECT_STORE_KEY_ID: accessId,
    OBJECT_STORE_SECRET: secret,
  } = parts;
  if (url && bucket && accessId && secret)
    return { url, bucket, accessId, secret, dialect: v.OBJECT_STORE_DIALECT, region: v.OBJECT_STORE_REGION };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length < Object.keys(parts).length)
    problems.push(
      `对象存储的设置不完整，还缺 ${missing.join('、')}：请补全，或把 OBJECT_STORE_ 开头的都去掉，改用 DATA_DIR`,
    );
  return undefined;
}

const isSecret = (name: Name): boolean => 'secret' in settings[name];

/** Each variable as its schema types it; where one is wrong, the default stands in so that the others are still checked. */
function readAll(env: Readonly<Record<string, string | undefined>>, wrong: (name: Name, text: string) => void): Values {
  const ajv = new Ajv({ coerceTypes: true, meta: false, validateSchema: false });
  const values: Record<string, unknown> = {};
  for (const [name, one] of Object.entries<Setting>(settings)) {
    const text = env[name]?.trim();
    const held: { value: unknown } = { value: text };
    const right = !text || ajv.validate({ type: 'object', properties: { value: one.schema } }, held);
    if (!right) wrong(name as Name, text);
    values[name] = text && right ? held.value : one.fallback;
  }
  return values as Values;
}
