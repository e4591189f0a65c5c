import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';
import { Problem } from './say.mjs';

/**
 * Which pages a journey walks through, by feature: a change of a feature's web part runs its journeys.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const JOURNEYS = {
  'academic-years': ['years'],
  account: ['account', 'session', 'sign-in'],
  archive: ['records'],
  classes: ['classes', 'faculty'],
  comments: ['comment'],
  crisis: ['crisis', 'escalation', 'warn-statistics'],
  exports: ['exports'],
  groups: ['custom-groups'],
  guardians: ['guardians'],
  help: ['tour'],
  home: ['home'],
  interventions: ['records'],
  invitations: ['invitation'],
  'operation-log': ['operation-log'],
  organisation: ['schools', 'structure'],
  passwords: ['passwords'],
  privacy: ['privacy'],
  roster: ['roster'],
  screening: ['screening', 'computer-room'],
  search: ['search'],
  'security-settings': ['security-setting'],
  sites: ['site-setting'],
  staff: ['teachers'],
  students: ['students', 'imports'],
  studio: ['schema-studio', 'definitions', 'own-resource', 'room-booking', 'spreadsheet'],
  subscription: ['service'],
  tenants: ['organisations'],
  verification: ['verification', 'reveal', 'passkeys'],
};

/** What tests read as files and do not import. */
const FILE_READERS = [
  { data: 'src/', tests: /^tests\/architecture\// },
  { data: 'schemas/', tests: /^tests\/platform\/(schema|resources|crud)\// },
  { data: 'policies/', tests: /^tests\/platform\/access\// },
];
/** What every test runs with. */
const EVERYTHING = /^(package(-lock)?\.json|vite\.config\.ts)$/;
const TEST = /\.test\.tsx?$/;
const IMPORT = /(?:\bfrom|\bimport\()\s*'(\.{1,2}\/[^']+)'|\bimport '(\.{1,2}\/[^']+)'/g;
/** What lists the parts of all features. Every portal loads it, and these tests check it. */
const LISTS = {
  files: /^src\/app\/web\/(features|texts\/(zh|en))\.ts$/,
  tests: /^tests\/app\/web\/(new-feature|texts)\./,
};
/** Without lazy imports. */
const EAGER = /\bfrom\s*'(\.{1,2}\/[^']+)'|\bimport '(\.{1,2}\/[^']+)'/g;

/** @param {string[]} args @returns {string[]} the lines of the output */
const git = (...args) =>
  execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

/** @param {string} ref @returns {string[]} Files that differ from a commit, new ones included, relative to the root */
export function changedFiles(ref) {
  try {
    return [
      ...git('diff', '--name-only', '--relative', ref, '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
  } catch {
    throw new Problem(`git 不认识 ${ref}。git does not know ${ref}.`);
  }
}

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));

/** Finds the files that a file imports, directly or not; reads the files again for each query, in well under a second. */
function importGraph() {
  /** @type {Map<string, string[]>} */
  const known = new Map();
  /** @param {string} file */
  const importsOf = (file) => {
    const found = known.get(file);
    if (found) return found;
    const absolute = path.join(root, file);
    const text = /\.(tsx?|mjs)$/.test(file) && existsSync(absolute) ? readFileSync(absolute, 'utf8') : '';
    // Every portal can load every page of a feature; a test that shows one belongs to the feature or imports the page.
    const imports = [...text.matchAll(file.startsWith('src/features/') ? EAGER : IMPORT)].map((match) =>
      path.posix.join(path.posix.dirname(file), match[1] ?? match[2] ?? ''),
    );
    known.set(file, imports);
    return imports;
  };
  /** @param {string} from @param {ReadonlySet<string>} targets */
  return (from, targets) => {
    const seen = new Set([from]);
    for (const file of seen) {
      if (targets.has(file)) return true;
      const isForeignList = LISTS.files.test(file) && !LISTS.tests.test(from);
      for (const next of importsOf(file)) if (!isForeignList || !next.startsWith('src/features/')) seen.add(next);
    }
    return false;
  };
}

/**
 * Whether a test belongs to the room of a changed file. A file of one end leaves out the tests of the other.
 *
 * @param {string} file @param {string} test
 */
function isOfRoom(file, test) {
  const [, room, end] = /^src\/((?:features|platform)\/[^/]+|app|tools)\/(?:(server|web)\/)?/.exec(file) ?? [];
  if (room === undefined || !test.startsWith(`tests/${room}/`)) return false;
  const other = end === 'server' ? 'web' : end === 'web' ? 'server' : undefined;
  return other === undefined || !test.startsWith(`tests/${room}/${other}/`);
}

/** @param {string} test A test with a browser and the whole server imports nearly everything */
const importsEverything = (test) => test.startsWith('tests/journeys/') || test.includes('/server/');

/**
 * The tests that a change of files touches. A room's tests follow its files; tests on both ends and of the web follow
 * what they import as well; journeys follow the web part of their features.
 *
 * @param {readonly string[]} changed @param {readonly string[]} [tests] All test files
 * @returns {string[]}
 */
export function touchedTests(changed, tests = filesBelow('tests').filter((file) => TEST.test(file))) {
  if (changed.some((file) => EVERYTHING.test(file))) return [...tests];
  const targets = new Set(changed);
  const reaches = importGraph();
  const journeys = changed.flatMap((file) => JOURNEYS[/^src\/features\/([^/]+)\/web\//.exec(file)?.[1] ?? ''] ?? []);
  const patterns = FILE_READERS.filter(({ data }) => changed.some((file) => file.startsWith(data)));
  const supportChanged = changed.some((file) => file.startsWith('tests/') && !TEST.test(file));
  return tests.filter(
    (test) =>
      targets.has(test) ||
      changed.some((file) => isOfRoom(file, test)) ||
      journeys.some((name) => test === `tests/journeys/${name}.test.ts`) ||
      patterns.some((rule) => rule.tests.test(test)) ||
      ((supportChanged || !importsEverything(test)) && reaches(test, targets)),
  );
}
