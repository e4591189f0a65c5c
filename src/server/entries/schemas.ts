// npm run schemas: checks every schema and overlay. An argument names another `schemas` folder.
import path from 'node:path';
import { root } from '../root.ts';
import { reportSchemas } from '../schemas/report.ts';

const { ok, text } = await reportSchemas(path.resolve(root, process.argv[2] ?? 'schemas'));
console.log(text);
process.exitCode = ok ? 0 : 1;
