// npm run schemas: checks every schema and overlay. An argument names another `schemas` folder.
import path from 'node:path';
import { areasIn } from '../../../platform/access/server/access-table.ts';
import { root } from '../../../platform/runtime/server/root.ts';
import { reportSchemas } from '../../../platform/schema/server/report.ts';
import { commandFailure } from '../report.ts';

try {
  const { ok, text } = await reportSchemas(
    path.resolve(root, process.argv[2] ?? 'schemas'),
    await areasIn(path.join(root, 'policies')),
  );
  console.log(text);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(commandFailure(error));
  process.exitCode = 1;
}
