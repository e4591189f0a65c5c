// Child process that initialises a new embedded database in the given folder.
import { openEngine } from '../../../platform/db/server/embedded/engine.ts';
import { syncTree } from '../../../platform/db/server/embedded/sync-tree.ts';

const [dir] = process.argv.slice(2);
if (!dir) throw new Error('usage: embedded-init <folder>');
process.once('disconnect', () => process.exit(1));

const engine = await openEngine(dir);
await engine.exec('checkpoint');
await engine.close();
syncTree(dir);
process.exit(0);
