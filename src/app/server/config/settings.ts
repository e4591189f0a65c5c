import type { Static } from 'typebox/type';
import type { Setting, SettingGroup } from './setting.ts';
import { assistantSettings } from './settings/assistant.ts';
import { keySettings } from './settings/keys.ts';
import { limitSettings } from './settings/limits.ts';
import { operationSettings } from './settings/operation.ts';
import { outsideSettings } from './settings/outside.ts';
import { processSettings } from './settings/process.ts';
import { serviceSettings } from './settings/services.ts';
import { sessionSettings } from './settings/sessions.ts';

/** Every environment variable the server reads, by subject; `npm run gen` prints them to `.readme/settings.md`. */
export const settingGroups = [
  { title: 'Mode, address and databases', settings: processSettings },
  { title: 'Secrets and keys', settings: keySettings },
  { title: 'Log, proxies, hosts and monitoring', settings: operationSettings },
  { title: 'Sessions and password hashes', settings: sessionSettings },
  { title: 'SMS and object store', settings: serviceSettings },
  { title: 'Sign-in through third parties', settings: outsideSettings },
  { title: 'AI assistant', settings: assistantSettings },
  { title: 'Limits and shutdown', settings: limitSettings },
] as const satisfies readonly SettingGroup[];

export const settings = {
  ...processSettings,
  ...keySettings,
  ...operationSettings,
  ...sessionSettings,
  ...serviceSettings,
  ...outsideSettings,
  ...assistantSettings,
  ...limitSettings,
} satisfies Record<string, Setting>;

export type Settings = typeof settings;
export type SettingName = keyof Settings;

/** The values after validation; variables without a default may be undefined. */
export type Values = {
  [K in SettingName]: Static<Settings[K]['schema']> | (Settings[K] extends { fallback: unknown } ? never : undefined);
};
