import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { operate, type Operating } from '../operating.ts';
// npm run org -- create … | create-many … | list | suspend … | export … | --help: the organisations of an installation.
import { createFromSheet, create, operator, template } from '../organisations/commands/create.ts';
import { readCommandLine, type Values } from '../organisations/commands/options.ts';
import { erase, exportTo, importFrom, printKey } from '../organisations/commands/package.ts';
import { list, resume, set, suspend } from '../organisations/commands/state.ts';
import { ORG_USAGE } from '../organisations/org-usage.ts';
import { commandFailure } from '../report.ts';

type Words = readonly [string, ...string[]];

/** The work of each command, by its name and the number of its words. */
const COMMANDS: Readonly<Record<string, (parts: Operating, words: Words, values: Values) => Promise<void>>> = {
  'create 1': (parts, [file]) => create(parts, file),
  'create-many 1': (parts, [sheet], values) => createFromSheet(parts, sheet, values),
  'operator 2': async (parts, [verb, name = ''], values) => {
    if (verb !== 'create' || name.trim() === '') throw new StartError('应为 operator create <姓名> --login <登录名>');
    await operator(parts, name.trim(), values);
  },
  'suspend 1': (parts, [orgId], values) => suspend(parts, orgId, values),
  'resume 1': (parts, [orgId], values) => resume(parts, orgId, values),
  'set 1': (parts, [orgId], values) => set(parts, orgId, values),
  'export 2': (parts, [orgId, dir = ''], values) => exportTo(parts, orgId, dir, values),
  'key 1': (parts, [taskId], values) => printKey(parts, taskId, values),
  'import 1': (parts, [dir], values) => importFrom(parts, dir, values),
  'erase 1': (parts, [orgId], values) => erase(parts, orgId, values),
};

const line = readCommandLine(process.argv.slice(2));
const [what = '', first = '', ...more] = line?.words ?? [];
const words: Words = [first, ...more];
const count = (line?.words.length ?? 0) - 1;
const work = COMMANDS[`${what} ${count}`];

// Packages and files of passwords are readable by their owner only.
process.umask(0o077);
if (line === undefined || (work === undefined && !['list', 'template', 'help', ''].includes(what))) {
  console.error(ORG_USAGE);
  process.exitCode = 1;
} else if (line.values.help === true || what === 'help') console.log(ORG_USAGE);
else if (what === 'template' && count === 1)
  await template(first).catch((error: unknown) => {
    console.error(commandFailure(error));
    process.exitCode = 1;
  });
else if (what === 'list' && count === 0) await operate(import.meta.dirname, list);
else if (work) await operate(import.meta.dirname, (parts) => work(parts, words, line.values));
else {
  console.error(ORG_USAGE);
  process.exitCode = 1;
}
