import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../platform/runtime/server/root.ts';
import { mayBeFile, type Env, type Setting } from './setting.ts';
import { settings } from './settings.ts';

/** Names of the variables whose value may lie in a file that `NAME_FILE` names. */
export const fileNames = Object.entries<Setting>(settings).flatMap(([name, one]) => (mayBeFile(one) ? [name] : []));

/** Where a value comes from, as problem lines name it: the variable or the file. */
export const sourceOf = (env: Env, name: string): string => (env[`${name}_FILE`]?.trim() ? `${name}_FILE` : name);

/** Whether the variable is set, even where its file cannot be read: that is a problem of its own. */
export const isGiven = (env: Env, name: string): boolean => Boolean(env[name]?.trim() || env[`${name}_FILE`]?.trim());

/**
 * The environment with the contents of the files that it names. A secret in the environment is visible to everyone who
 * sees the process or its definition; a file is visible to its owner.
 */
export function withFiles(env: Env, problems: string[]): Env {
  const read: Record<string, string | undefined> = {};
  for (const name of fileNames) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) problems.push(`${name} 与 ${name}_FILE 只能设置一个：请去掉其中一个`);
    else read[name] = textOf(`${name}_FILE`, file, problems);
  }
  return { ...env, ...read };
}

function textOf(name: string, file: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(path.resolve(root, file), 'utf8').trim();
    if (text === '') problems.push(`${name}=${file} 是空的：请把值写进文件`);
    return text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '未知原因';
    problems.push(`${name}=${file} 读不出来：请检查文件和权限（${code}）`);
    return undefined;
  }
}
