// Opens an embedded database and holds it until it is killed.
import { openDatabase } from '../../../../../src/platform/db/server/open.ts';

const [dir, entries] = process.argv.slice(2);
if (!dir || !entries) throw new Error('usage: holder <dir> <entries>');
await openDatabase({ dir, entries });
process.stdout.write('open\n');
