import * as Type from 'typebox/type';
import { integer, setting, text } from '../setting.ts';

const POSTGRES = '^postgres(ql)?://[^\\s]+$';
const POSTGRES_URL = 'a `postgres://` address';

/** Mode, address and databases. */
export const processSettings = {
  XINYU_MODE: setting(Type.Union([Type.Literal('demo'), Type.Literal('development'), Type.Literal('production')]), {
    fallback: 'demo',
    expects: 'demo、development 或 production',
    example: 'production',
    about:
      'How the server runs. `demo` brings its own data and listens on this machine only; `npm run serve` always sets `production`.',
  }),
  PORT: setting(integer(0, 65_535), {
    fallback: 8200,
    expects: '0–65535 的整数',
    example: '8200',
    about: 'Port to listen on; 0 takes any free port.',
  }),
  HOST: setting(text({ pattern: '^[A-Za-z0-9.:-]+$' }), {
    fallback: '127.0.0.1',
    expects: '要监听的地址',
    example: '0.0.0.0',
    about: 'Address to listen on. A demonstration accepts only a loopback address.',
    allowed: 'an address or host name of this machine',
  }),
  DATA_DIR: setting(text({ minLength: 1 }), {
    fallback: '.data',
    expects: '文件夹路径',
    example: '/var/lib/xinyu',
    about:
      'Folder for the embedded database, attached files, audit files and generated secrets. A relative path starts at the project folder.',
    allowed: 'a folder that the process can write to',
  }),
  TENANTS_DIR: setting(text({ minLength: 1 }), {
    expects: '文件夹路径，里面有 schemas/tenants',
    example: '/etc/xinyu/tenants',
    about:
      "Folder outside of the product with the organisations' own fields and scales (`schemas/tenants/<org_id>/`) and, where it has them, files that take the place of those in `policies/`. Changes are taken over without a restart. Without it the folders of the product are used.",
    allowed: 'a folder that the process can read, with `schemas/tenants` in it',
  }),
  DATABASE_URL: setting(text({ pattern: POSTGRES }), {
    expects: 'postgres:// 开头的连接地址',
    example: 'postgres://xinyu_login:密码@127.0.0.1:5432/xinyu',
    about:
      'PostgreSQL server, with an ordinary login role. Without it the server uses the embedded database in `DATA_DIR`.',
    allowed: POSTGRES_URL,
    secret: true,
  }),
  DATABASE_ADMIN_URL: setting(text({ pattern: POSTGRES }), {
    expects: 'postgres:// 开头的连接地址',
    example: 'postgres://xinyu_owner:密码@127.0.0.1:5432/xinyu',
    about:
      'Login of the database owner, for `npm run migrate`; a demo or development start migrates with it too. Without it `DATABASE_URL` is used.',
    allowed: POSTGRES_URL,
    secret: true,
  }),
  DATABASE_BACKUP_URL: setting(text({ pattern: POSTGRES }), {
    expects: 'postgres:// 开头的连接地址',
    example: 'postgres://xinyu_backup:密码@127.0.0.1:5432/xinyu',
    about:
      'Login for `npm run backup`, which row-level security must not apply to. Without it `DATABASE_ADMIN_URL` is used.',
    allowed: POSTGRES_URL,
    secret: true,
  }),
  REDIS_URL: setting(text({ pattern: '^rediss?://[^\\s]+$' }), {
    expects: 'redis:// 或 rediss:// 开头的连接地址',
    example: 'redis://127.0.0.1:6379',
    about:
      'Valkey, or Redis 6.2 or newer. Required as soon as several processes serve one installation: they share nonces and rate limits there. Over a database server, a process without it, or with one that leads to another store, refuses to start beside another one.',
    allowed: 'a `redis://` or `rediss://` address',
    secret: true,
  }),
};
