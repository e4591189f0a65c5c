import { isGiven } from './read-files.ts';
import type { Env } from './setting.ts';
import type { Values } from './settings.ts';

const WEAK_SECRET = /change.?me|secret|example|default|password|xinyu|123456/i;
const LEAST_CHARACTERS = 10;

/** Adds a problem when the secret is missing in production, or easy to guess. */
export function checkAppSecret(v: Values, env: Env, serving: boolean, problems: string[]): void {
  if (serving && v.XINYU_MODE === 'production' && !isGiven(env, 'APP_SECRET'))
    problems.push(
      'APP_SECRET 没有设置：生产方式必须设置至少 32 个字符的随机字符串，例如 APP_SECRET=$(openssl rand -hex 32)，或以 APP_SECRET_FILE 指定装有它的文件；请妥善保存，更换它会使所有人重新登录',
    );
  else if (v.APP_SECRET && (WEAK_SECRET.test(v.APP_SECRET) || new Set(v.APP_SECRET).size < LEAST_CHARACTERS))
    problems.push('APP_SECRET 的值太容易猜到：请换成随机生成的，例如 APP_SECRET=$(openssl rand -hex 32)');
}

/** Adds a problem for each key that a production server lacks. */
export function requireKeys(v: Values, env: Env, problems: string[]): void {
  if (!isGiven(env, 'MASTER_KEY'))
    problems.push(
      'MASTER_KEY 没有设置：生产方式必须设置主密钥，例如 MASTER_KEY=$(openssl rand -hex 32)，或以 MASTER_KEY_FILE 指定装有它的文件；请另外妥善保存，丢失后加密的内容无法恢复',
    );
  if (!isGiven(env, 'RENEWAL_PUBLIC_KEY'))
    problems.push(
      'RENEWAL_PUBLIC_KEY 没有设置：生产方式必须设置续期公钥；运行 npm run keys -- new 生成一对，公钥放在这里，私钥交给负责续期的人保存',
    );
  if (v.APP_SECRET !== undefined && v.APP_SECRET === v.MASTER_KEY)
    problems.push('MASTER_KEY 与 APP_SECRET 相同：请各用一个随机值');
}
