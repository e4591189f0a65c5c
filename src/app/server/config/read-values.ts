import { Ajv } from 'ajv';
import { sourceOf } from './read-files.ts';
import type { Env, Setting } from './setting.ts';
import { settings, type SettingName, type Values } from './settings.ts';

const isSecret = (name: SettingName): boolean => 'secret' in settings[name];

/** A problem line for a wrong value; the values of secrets are not printed. @param source The variable or its file */
export function wrongValue(name: SettingName, value: string, source: string = name): string {
  const shown = isSecret(name) ? `${source} 的值` : `${name}=${value}`;
  return `${shown} 不对：应为${settings[name].expects}，例如 ${name}=${settings[name].example}`;
}

/** Validates each variable by its schema. A wrong one gets its default, so that the others are still validated. */
export function readValues(env: Env, problems: string[]): Values {
  const ajv = new Ajv({ coerceTypes: true, meta: false, validateSchema: false });
  const values: Record<string, unknown> = {};
  for (const [name, one] of Object.entries<Setting>(settings)) {
    const text = env[name]?.trim();
    const held: { value: unknown } = { value: text };
    const valid = !text || ajv.validate({ type: 'object', properties: { value: one.schema } }, held);
    if (!valid) problems.push(wrongValue(name as SettingName, text, sourceOf(env, name)));
    values[name] = text && valid ? held.value : one.fallback;
  }
  return values as Values;
}
