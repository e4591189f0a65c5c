// Writes until it is killed and prints one line per confirmed transaction of two rows.
import { CompiledQuery } from 'kysely';
import { openDatabase } from '../../../../../src/platform/db/server/open.ts';

const [dir, entries, first] = process.argv.slice(2);
if (!dir || !entries || !first) throw new Error('usage: acknowledging-writer <dir> <entries> <first number>');

const db = await openDatabase({ dir, entries });
await db.admin((run) =>
  run(
    'create table if not exists acknowledged (pair int, half int, filler text, primary key (pair, half)); grant all on acknowledged to xinyu_app',
  ),
);
const noTenant = { orgId: null, userId: null };
const insert = (pair: number, half: number) =>
  CompiledQuery.raw('insert into acknowledged values ($1, $2, $3)', [pair, half, 'x'.repeat(200 + (pair % 7) * 300)]);

let next = Number(first);
async function write(): Promise<never> {
  for (;;) {
    const pair = next++;
    if (pair % 2 === 0) await db.write(noTenant, [insert(pair, 1), insert(pair, 2)]);
    else
      await db.transaction(noTenant, async (tx) => {
        await tx.run(insert(pair, 1));
        await tx.run(insert(pair, 2));
      });
    process.stdout.write(`${pair}\n`);
  }
}
await Promise.all([write(), write(), write(), write()]);
