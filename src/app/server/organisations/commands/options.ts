import os from 'node:os';
import { parseArgs } from 'node:util';
import { terminalOperator, type Operator } from '../../../../features/tenants/server/public.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';

const OPTIONS = {
  apply: { type: 'boolean' },
  passwords: { type: 'string' },
  reason: { type: 'string' },
  'confirm-open-cases': { type: 'boolean' },
  confirm: { type: 'string' },
  features: { type: 'string' },
  until: { type: 'string' },
  trial: { type: 'boolean' },
  protection: { type: 'string' },
  parent: { type: 'string' },
  'key-file': { type: 'string' },
  'rename-taken': { type: 'string' },
  'while-running': { type: 'string' },
  login: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type OptionName = keyof typeof OPTIONS;
export type Values = Partial<Record<OptionName, string | boolean>>;

/** The words and options of a command line; undefined where an option is misspelt. */
export function readCommandLine(args: readonly string[]): { words: string[]; values: Values } | undefined {
  try {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    return { words: positionals, values };
  } catch {
    return undefined;
  }
}

/** @throws StartError where the option is missing or empty */
export function required(values: Values, name: OptionName, why: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value.trim() === '') throw new StartError(`请加上 --${name} <…>：${why}`);
  return value.trim();
}

export function textOf(values: Values, name: OptionName): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The user of the operating system who runs the command. */
export const systemOperator = (): Operator => terminalOperator(os.userInfo().username);
