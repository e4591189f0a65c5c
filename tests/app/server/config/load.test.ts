import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../../../src/app/server/config/config.ts';
import { loadConfig } from '../../../../src/app/server/config/load.ts';
import { fileNames } from '../../../../src/app/server/config/read-files.ts';
import { settings } from '../../../../src/app/server/config/settings.ts';
import { secretOf } from '../../../../src/app/server/secret.ts';
import { renewalPublicKey } from '../../../../src/platform/crypto/server/wrapping.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';

const SECRET = 'k3J9x0Qw7Zr5Tn1Vb8Lm4Pd6Hs2Gf0Ya';
const KEY = 'b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef';
const PUBLIC_KEY = renewalPublicKey(Buffer.from(KEY, 'hex')).toString('base64url');
/** The settings that production requires. */
const PRODUCTION = { XINYU_MODE: 'production', APP_SECRET: SECRET, MASTER_KEY: KEY, RENEWAL_PUBLIC_KEY: PUBLIC_KEY };
const problemsOf = (env: Record<string, string>, serving = true): readonly string[] => {
  try {
    loadConfig({ env, serving });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the configuration', () => {
  it('has defaults for everything that a demonstration needs', () => {
    expect(loadConfig({ env: {} })).toMatchObject({
      mode: 'demo',
      port: 8200,
      host: '127.0.0.1',
      dataDir: path.join(root, '.data'),
      trustProxy: [],
      bodyLimit: 1024 * 1024,
      session: { accessMs: 7_200_000, refreshMs: 1_209_600_000 },
    });
  });

  it('treats empty variables as absent, and parses numbers', () => {
    expect(loadConfig({ env: { PORT: ' 9000 ', HOST: '', DATABASE_URL: '' } })).toMatchObject({
      port: 9000,
      host: '127.0.0.1',
      databaseUrl: undefined,
    });
  });

  it('reports every invalid variable together, with valid values', () => {
    const problems = problemsOf({
      PORT: '80x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:geheim@host/db',
      ACCESS_TOKEN_MINUTES: '0',
      TRUST_PROXY: 'everybody',
    });
    expect(problems).toEqual([
      'PORT=80x 不对：应为0–65535 的整数，例如 PORT=8200',
      'DATABASE_URL 的值 不对：应为postgres:// 开头的连接地址，例如 DATABASE_URL=postgres://xinyu_login:密码@127.0.0.1:5432/xinyu',
      'LOG_LEVEL=loud 不对：应为fatal、error、warn、info、debug、trace 或 silent，例如 LOG_LEVEL=info',
      'ACCESS_TOKEN_MINUTES=0 不对：应为1–1440 的整数，例如 ACCESS_TOKEN_MINUTES=120',
      'TRUST_PROXY=everybody 不对：应为逗号分隔的代理地址或网段，或 loopback，例如 TRUST_PROXY=loopback,10.0.0.0/8',
    ]);
  });

  it.each(['10.0.0.1', 'loopback, 10.0.0.0/8', '::1,fd00::/8'])('accepts the trusted proxies %s', (list) =>
    expect(problemsOf({ TRUST_PROXY: list })).toEqual([]),
  );
  it.each(['10.0.0.0/33', 'true', '1', '10.0.0', '*'])('refuses the trusted proxies %s', (list) =>
    expect(problemsOf({ TRUST_PROXY: list })).toHaveLength(1),
  );

  it('lets a demonstration listen on this machine only', () => {
    for (const HOST of ['0.0.0.0', '192.168.1.2', '::'])
      expect(problemsOf({ HOST })).toEqual([expect.stringContaining('演示方式')]);
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(problemsOf({ HOST })).toEqual([]);
    expect(problemsOf({ ...PRODUCTION, HOST: '0.0.0.0' })).toEqual([]);
  });

  it.each([
    ['none', '', 'APP_SECRET 没有设置'],
    ['a short one', 'abc', '至少 32 个字符'],
    ['a known example secret', 'change-me-change-me-change-me-change-me', '太容易猜到'],
    ['one of few characters', 'abababababababababababababababababab', '太容易猜到'],
  ])('refuses %s as a secret in production', (_, APP_SECRET, message) => {
    const problems = problemsOf({ ...PRODUCTION, APP_SECRET });
    expect(problems).toEqual([expect.stringContaining(message)]);
    if (APP_SECRET) expect(problems[0]).not.toContain(APP_SECRET);
  });

  it.each([
    ['no master key', { MASTER_KEY: '' }, 'MASTER_KEY 没有设置：生产方式必须设置主密钥'],
    ['a short one', { MASTER_KEY: KEY.slice(2) }, 'MASTER_KEY 的值太弱或不完整：应为随机生成的 32 字节'],
    ['one of few bytes', { MASTER_KEY: 'ab'.repeat(32) }, 'MASTER_KEY 的值太弱或不完整'],
    ['the secret as its master key', { MASTER_KEY: KEY, APP_SECRET: KEY }, 'MASTER_KEY 与 APP_SECRET 相同'],
    [
      'a file that is not there',
      { MASTER_KEY: '', MASTER_KEY_FILE: '/nowhere/key' },
      'MASTER_KEY_FILE=/nowhere/key 读不出来：请检查文件和权限（ENOENT）',
    ],
    ['no renewal key', { RENEWAL_PUBLIC_KEY: '' }, 'RENEWAL_PUBLIC_KEY 没有设置'],
    ['a broken one', { RENEWAL_PUBLIC_KEY: 'x'.repeat(40) }, 'RENEWAL_PUBLIC_KEY 的值太弱或不完整'],
  ])('refuses %s in production', (_, env, message) => {
    const problems = problemsOf({ ...PRODUCTION, ...env });
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(problems[0]).not.toContain(KEY.slice(2));
  });

  it('reads a new master key before the old one, from the environment or a file', () => {
    const [one, two] = [KEY, Buffer.from(KEY, 'hex').reverse().toString('base64')];
    const keys = [Buffer.from(KEY, 'hex').reverse(), Buffer.from(KEY, 'hex')];
    expect(loadConfig({ env: { ...PRODUCTION, MASTER_KEY: `${two},${one}` } }).masterKeys).toEqual(keys);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-keys-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'key'), `${two}\n${one}\n`);
    expect(
      loadConfig({ env: { ...PRODUCTION, MASTER_KEY: '', MASTER_KEY_FILE: path.join(folder, 'key') } }).masterKeys,
    ).toEqual(keys);
  });

  const OBJECT_STORE = {
    OBJECT_STORE_URL: 'https://media.example.cn',
    OBJECT_STORE_BUCKET: 'media',
    OBJECT_STORE_KEY_ID: 'LTAI5tSample',
    OBJECT_STORE_SECRET: 'kR3vYw9sLq2z',
  };

  const ASSISTANT = { AI_URL: 'https://model.example.cn/v1', AI_MODEL: 'qwen-plus' };

  it('take the AI assistant with its model, its key also from a file, or not at all', () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-key-')), 'key');
    writeFileSync(file, 'the key in a file\n');
    expect(loadConfig({ env: { ...PRODUCTION, ...ASSISTANT, AI_KEY_FILE: file } }).assistant).toMatchObject({
      endpoint: { url: ASSISTANT.AI_URL, model: ASSISTANT.AI_MODEL, key: 'the key in a file' },
      answerMs: 120_000,
    });
    expect(loadConfig({ env: PRODUCTION }).assistant.endpoint).toBeUndefined();
    expect(problemsOf({ ...PRODUCTION, AI_URL: ASSISTANT.AI_URL })).toEqual([expect.stringMatching(/AI_MODEL/)]);
    expect(problemsOf({ ...PRODUCTION, AI_MODEL: 'qwen-plus' })).toEqual([expect.stringMatching(/AI_URL/)]);
  });

  const OUTSIDE = {
    WECHAT_WEB_APP_ID: 'wx0123456789abcdef',
    WECHAT_WEB_APP_SECRET: 'the-secret-of-web',
    WECHAT_ACCOUNT_APP_ID: 'wx0123456789abcdef',
    WECHAT_ACCOUNT_APP_SECRET: 'the-secret-of-account',
    QQ_APP_ID: '101000000',
    QQ_APP_KEY: 'the-key-of-qq',
    WWORK_SUITE_ID: 'ww0123456789abcdef',
    WWORK_SUITE_SECRET: 'the-secret-of-suite',
    WWORK_SUITE_TOKEN: 'CallbackToken1',
    WWORK_SUITE_AES_KEY: 'a'.repeat(43),
    WWORK_PROVIDER_CORP_ID: 'ww0123456789abcdef',
  };

  const inFile = (content: string): string => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'value'), content);
    return path.join(folder, 'value');
  };

  it('reads each secret and key from a file that NAME_FILE names, without the space around it', () => {
    expect(fileNames).toEqual(
      expect.arrayContaining(['APP_SECRET', 'DATABASE_URL', 'REDIS_URL', 'OBJECT_STORE_SECRET', 'RENEWAL_PUBLIC_KEY']),
    );
    const values: Record<string, string> = {
      ...PRODUCTION,
      DATABASE_URL: 'postgres://xinyu_login:geheim@db/xinyu',
      REDIS_URL: 'redis://:geheim@store:6379',
      METRICS_TOKEN: 'a-token-of-the-metrics',
      SMS_GATEWAY_URL: 'https://sms.example.cn/send',
      SMS_GATEWAY_TOKEN: 'a-token-of-the-gateway',
      ...OBJECT_STORE,
      ...OUTSIDE,
    };
    const files = Object.fromEntries(
      Object.entries(values).map(([name, value]) =>
        fileNames.includes(name) ? [`${name}_FILE`, inFile(`${value}\n`)] : [name, value],
      ),
    );
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['APP_SECRET_FILE', 'DATABASE_URL_FILE', 'QQ_APP_KEY_FILE']),
    );
    expect(loadConfig({ env: files })).toEqual(loadConfig({ env: values }));
  });

  it('lists every problem with files of secrets, and prints none of their contents', () => {
    const problems = problemsOf({
      XINYU_MODE: 'production',
      APP_SECRET: SECRET,
      APP_SECRET_FILE: inFile(SECRET),
      MASTER_KEY_FILE: inFile('geheim'),
      RENEWAL_PUBLIC_KEY_FILE: '/nowhere/key',
      DATABASE_URL_FILE: inFile('mysql://geheim'),
      REDIS_URL_FILE: inFile(' \n'),
    });
    expect(problems.map((line) => line.replace(/=\S+value/, '=…'))).toEqual([
      'REDIS_URL_FILE=… 是空的：请把值写进文件',
      'APP_SECRET 与 APP_SECRET_FILE 只能设置一个：请去掉其中一个',
      'RENEWAL_PUBLIC_KEY_FILE=/nowhere/key 读不出来：请检查文件和权限（ENOENT）',
      'DATABASE_URL_FILE 的值 不对：应为postgres:// 开头的连接地址，例如 DATABASE_URL=postgres://xinyu_login:密码@127.0.0.1:5432/xinyu',
      expect.stringContaining('MASTER_KEY_FILE 的值太弱或不完整'),
    ]);
    expect(problems.join()).not.toContain('geheim');
  });

  it('requires no secret for a command that answers no requests', () => {
    expect(problemsOf({ XINYU_MODE: 'production' }, false)).toEqual([]);
  });

  it('requires either all settings of an object store or none', () => {
    expect(loadConfig({ env: { ...PRODUCTION, ...OBJECT_STORE } }).objectStore).toEqual({
      url: 'https://media.example.cn',
      bucket: 'media',
      accessId: 'LTAI5tSample',
      secret: 'kR3vYw9sLq2z',
      dialect: 'oss',
      region: 'us-east-1',
    });
    const { OBJECT_STORE_SECRET: _, ...half } = OBJECT_STORE;
    expect(problemsOf({ ...PRODUCTION, ...half })).toEqual([expect.stringContaining('还缺 OBJECT_STORE_SECRET')]);
  });

  const ALIYUN = {
    SMS_ALIYUN_KEY_ID: 'LTAI5tSample0001',
    SMS_ALIYUN_SECRET: 'kR3vYw9sLq2z',
    SMS_ALIYUN_SIGN_NAME: '青禾心育',
    SMS_ALIYUN_TEMPLATES: '1=SMS_1, 2=SMS_2,3=SMS_3,4=SMS_4,5=SMS_5,6=SMS_6,7=SMS_7,8=SMS_8',
  };

  it('requires one SMS provider with all its settings and templates, or none', () => {
    expect(loadConfig({ env: { ...PRODUCTION } }).sms).toEqual({});
    expect(loadConfig({ env: { ...PRODUCTION, ...ALIYUN } }).sms).toEqual({
      aliyun: {
        endpoint: 'https://dysmsapi.aliyuncs.com',
        keyId: 'LTAI5tSample0001',
        secret: 'kR3vYw9sLq2z',
        signName: '青禾心育',
        templates: new Map([1, 2, 3, 4, 5, 6, 7, 8].map((type) => [type, `SMS_${type}`])),
      },
    });
    const { SMS_ALIYUN_SECRET: _, ...half } = ALIYUN;
    expect(problemsOf({ ...PRODUCTION, ...half })).toEqual([expect.stringContaining('还缺 SMS_ALIYUN_SECRET')]);
    expect(problemsOf({ ...PRODUCTION, ...ALIYUN, SMS_ALIYUN_TEMPLATES: '1=SMS_1,5=SMS_5' })).toEqual([
      expect.stringContaining('还缺第 2、3、4、6、7、8 类短信的模板'),
    ]);
    expect(problemsOf({ ...PRODUCTION, ...ALIYUN, SMS_GATEWAY_URL: 'https://sms.example.cn/send' })).toEqual([
      expect.stringContaining('短信只能有一个出口'),
    ]);
  });

  it('needs id and secret of an app at a provider of sign-in together', () => {
    expect(problemsOf({ ...PRODUCTION, ...OUTSIDE })).toEqual([]);
    expect(problemsOf({ ...PRODUCTION, QQ_APP_ID: '101000000' })).toEqual([
      expect.stringContaining('现在缺少 QQ_APP_KEY'),
    ]);
    const { WWORK_SUITE_TOKEN: _, ...lacking } = OUTSIDE;
    expect(problemsOf({ ...PRODUCTION, ...lacking })).toEqual([expect.stringContaining('现在缺少 WWORK_SUITE_TOKEN')]);
  });

  it('explains the purpose and the valid values of each variable', () => {
    for (const [name, { about, expects, example }] of Object.entries(settings)) {
      expect([about, expects, example].every(Boolean), name).toBe(true);
      if (!/\$\(/.test(example))
        expect(
          problemsOf({
            ...PRODUCTION,
            ...(name.startsWith('OBJECT_STORE_') && OBJECT_STORE),
            ...(name.startsWith('SMS_ALIYUN_') && ALIYUN),
            ...(/^(WECHAT|QQ|WWORK)_/.test(name) && OUTSIDE),
            ...(/^AI_(MODEL|URL|KEY)$/.test(name) && ASSISTANT),
            // The folder of the example is not on this machine; the project has the same tree.
            [name]: name === 'TENANTS_DIR' ? '.' : example,
          }),
          name,
        ).toEqual([]);
    }
  });
});

describe('the secret of a demonstration', () => {
  const folder = () => {
    const made = mkdtempSync(path.join(os.tmpdir(), 'xinyu-secret-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return path.join(made, 'data');
  };

  it('is created once, random and readable by its owner only', () => {
    const [one, two] = [folder(), folder()];
    const secret = secretOf(one, 'secret');
    expect(secret).toHaveLength(43);
    expect(secretOf(one, 'secret')).toBe(secret);
    expect(secretOf(two, 'secret')).not.toBe(secret);
    if (process.platform !== 'win32') expect(statSync(path.join(one, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('is not silently replaced when its file is damaged', () => {
    const at = folder();
    secretOf(at, 'secret');
    writeFileSync(path.join(at, 'secret'), '');
    expect(() => secretOf(at, 'secret')).toThrow('删除它后重新启动');
  });
});
