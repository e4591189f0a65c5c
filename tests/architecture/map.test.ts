import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.data', '.cache']);

/** Every Markdown file of the project, as paths from its root. */
function markdownIn(folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const at = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : markdownIn(at);
    return entry.name.endsWith('.md') ? [at] : [];
  });
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = markdownIn().map((file) => ({ file, text: read(file) }));
const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** A heading as the anchor that links to it use. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** What is wrong with the target of a link in `file`; undefined if it resolves. */
function brokenLink(file: string, target: string): string | undefined {
  const [to = '', anchor] = target.split('#');
  const at = to === '' ? file : path.posix.join(path.posix.dirname(file), to);
  if (!existsSync(path.join(root, at))) return `${file}: ${target} does not exist`;
  if (anchor === undefined) return undefined;
  const page = at.endsWith('.md') ? at : path.posix.join(at, 'README.md');
  return anchorsOf(read(page)).includes(anchor) ? undefined : `${file}: ${target} has no such heading`;
}

describe('the documents', () => {
  it.each(['features', 'platform'])('list every room of src/%s in the map of src/README.md', (layer) => {
    const rows = read('src/README.md').matchAll(new RegExp(`^\\| \`${layer}/([a-z0-9-]+)\` \\|`, 'gm'));
    expect([...rows].map(([, room]) => room)).toEqual(foldersIn(`src/${layer}`));
  });

  // Links of help articles name pages of the portal; their own test checks them.
  it('have no relative link that leads nowhere', () => {
    const broken = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|page:)([^)\s]+)\)/g)].flatMap(
        ([, target = '']) => brokenLink(file, target) ?? [],
      ),
    );
    expect(broken).toEqual([]);
  });

  it('name only files and folders that exist', () => {
    const gone = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/`((?:src|tests|schemas|policies|\.readme)\/[\w./-]*\w)`/g)].flatMap(([, name = '']) =>
        existsSync(path.join(root, name)) ? [] : [`${file}: ${name}`],
      ),
    );
    expect(gone).toEqual([]);
  });

  it('list every decision', () => {
    const index = read('.readme/decisions/README.md');
    const records = readdirSync(path.join(root, '.readme/decisions')).filter((name) => /^\d{4}-/.test(name));
    expect(records.filter((name) => !index.includes(`](${name})`))).toEqual([]);
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
  });
});
