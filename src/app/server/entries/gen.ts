// npm run gen: writes src/platform/schema/generated and the page on the vocabulary from schemas/, and the list of common passwords.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COMMON_PASSWORDS } from '../../../features/account/server/common-passwords.ts';
import { composePasswords } from '../../../features/account/server/compose-passwords.ts';
import { commandFailure } from '../../../platform/runtime/server/report.ts';
import { root } from '../../../platform/runtime/server/root.ts';
import { readCore } from '../../../platform/schema/server/core.ts';
import { documentVocabulary } from '../../../platform/schema/server/document-vocabulary.ts';
import { readSchemaFiles } from '../../../platform/schema/server/files.ts';
import { generate, VOCABULARY_PAGE } from '../../../platform/schema/server/generate.ts';

try {
  const folder = path.join(root, 'src/platform/schema/generated');
  mkdirSync(folder, { recursive: true });
  const files = readSchemaFiles(path.join(root, 'schemas'));
  const made = [...generate(readCore(files))].map(([file, text]) => [path.join(folder, file), text] as const);
  const page =
    'document' in files.vocabulary.parsed
      ? [[path.join(root, VOCABULARY_PAGE), documentVocabulary(files.vocabulary.parsed.document)] as const]
      : [];
  for (const [file, text] of [...made, ...page, [path.join(root, COMMON_PASSWORDS), composePasswords()] as const]) {
    writeFileSync(file, text);
    console.log(path.relative(root, file));
  }
} catch (error) {
  console.error(commandFailure(error));
  process.exitCode = 1;
}
