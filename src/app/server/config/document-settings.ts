import { mayBeFile, type Setting, type SettingGroup } from './setting.ts';

/** The generated page, as a path from the project's root; a test checks that it is fresh. */
export const SETTINGS_PAGE = '.readme/settings.md';

const code = (value: unknown) => `\`${String(value)}\``;
const cell = (words: string) => words.replaceAll('|', '\\|');

/** The allowed values: those that the schema lists or bounds, otherwise the words of the setting. */
function allowedValues({ schema, allowed }: Setting): string {
  if (allowed !== undefined) return allowed;
  const { anyOf, const: only, minimum, maximum } = schema as AllowedBySchema;
  if (anyOf) return anyOf.map((option) => code(option.const)).join(', ');
  if (only !== undefined) return code(only);
  return `${minimum} to ${maximum}`;
}

interface AllowedBySchema {
  anyOf?: readonly { const: unknown }[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
}

const row = (name: string, setting: Setting) => {
  const fallback = setting.fallback === undefined ? '–' : code(setting.fallback);
  const meaning = mayBeFile(setting) ? `${setting.about} Or ${code(`${name}_FILE`)}.` : setting.about;
  return `| ${code(name)} | ${fallback} | ${cell(allowedValues(setting))} | ${cell(meaning)} |`;
};

const table = ({ title, settings }: SettingGroup) =>
  [
    `## ${title}`,
    '',
    '| variable | default | allowed | meaning |',
    '|---|---|---|---|',
    ...Object.entries(settings).map(([name, setting]) => row(name, setting)),
  ].join('\n');

/** The page about the environment variables, from their declarations, so that page and server cannot differ. */
export const documentSettings = (
  groups: readonly SettingGroup[],
): string => `<!-- Made from src/app/server/config/settings by \`npm run gen\`. Do not edit. -->

# Settings

The server reads these environment variables once, at start. An empty variable counts as absent.
A secret or key may lie in a file that its owner only can read: \`NAME_FILE\` names it in place of \`NAME\`, white space around the value is ignored, and a relative path starts at the project folder.
If any value is wrong, the server lists every problem with its fix and does not start. [Operating](operating.md) says which ones a production server needs.

${groups.map(table).join('\n\n')}
`;
