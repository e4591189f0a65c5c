// npm run gen: writes src/shared/generated from schemas/.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startFailure } from '../report.ts';
import { root } from '../root.ts';
import { readCore } from '../schemas/core.ts';
import { readSchemaFiles } from '../schemas/files.ts';
import { generate } from '../schemas/generate.ts';

try {
  const folder = path.join(root, 'src/shared/generated');
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of generate(readCore(readSchemaFiles(path.join(root, 'schemas'))))) {
    writeFileSync(path.join(folder, file), text);
    console.log(path.relative(root, path.join(folder, file)));
  }
} catch (error) {
  console.error(startFailure(error));
  process.exitCode = 1;
}
