// npm run gen: writes everything that is generated: types and vocabulary page from schemas/, areas from policies/, the settings
// page, and the list of common passwords.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COMMON_PASSWORDS } from '../../../features/account/server/common-passwords.ts';
import { composePasswords } from '../../../features/account/server/compose-passwords.ts';
import { areasIn } from '../../../platform/access/server/access-table.ts';
import { AREAS_FILE, generateAreas } from '../../../platform/access/server/generate-areas.ts';
import { root } from '../../../platform/runtime/server/root.ts';
import { readCore } from '../../../platform/schema/server/core.ts';
import { documentVocabulary } from '../../../platform/schema/server/document-vocabulary.ts';
import { readSchemaFiles } from '../../../platform/schema/server/files.ts';
import { generate, VOCABULARY_PAGE } from '../../../platform/schema/server/generate.ts';
import { documentSettings, SETTINGS_PAGE } from '../config/document-settings.ts';
import { settingGroups } from '../config/settings.ts';
import { commandFailure } from '../report.ts';

try {
  const folder = path.join(root, 'src/platform/schema/generated');
  mkdirSync(folder, { recursive: true });
  const files = readSchemaFiles(path.join(root, 'schemas'));
  const vocabulary = files.vocabulary.parsed;
  const generated: (readonly [file: string, content: string | Uint8Array])[] = [
    ...[...generate(readCore(files))].map(([file, text]) => [path.join(folder, file), text] as const),
    [path.join(root, AREAS_FILE), generateAreas(await areasIn(path.join(root, 'policies')))],
    [path.join(root, SETTINGS_PAGE), documentSettings(settingGroups)],
    [path.join(root, COMMON_PASSWORDS), composePasswords()],
  ];
  if ('document' in vocabulary)
    generated.push([path.join(root, VOCABULARY_PAGE), documentVocabulary(vocabulary.document)]);
  for (const [file, text] of generated) {
    writeFileSync(file, text);
    console.log(path.relative(root, file));
  }
} catch (error) {
  console.error(commandFailure(error));
  process.exitCode = 1;
}
