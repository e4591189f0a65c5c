// Starts what a demo keeps on its disk, keeps values, and prints the number of each once it is kept. `secrets` as the
// number of values makes the secrets only.
import { openKept, openSecrets } from '../../../support/power/first-start.ts';

const [dataDir, entries, count] = process.argv.slice(2);
if (!dataDir || !entries || !count) throw new Error('usage: first-start <folder> <entries> <values>');

if (count === 'secrets') {
  const { secret, wrapping } = openSecrets(dataDir);
  process.stdout.write(`${JSON.stringify([secret, ...wrapping.masters.map((key) => key.toString('hex'))])}\n`);
} else {
  const kept = await openKept(dataDir, entries);
  for (let id = 1; id <= Number(count); id++) {
    await kept.keep(id);
    process.stdout.write(`${id}\n`);
  }
  await kept.close();
}
