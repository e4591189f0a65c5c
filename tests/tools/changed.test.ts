import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { JOURNEYS, touchedTests } from '../../src/tools/lib/changed.mjs';
import { touchedParts } from '../../src/tools/lib/checks.mjs';

const root = path.resolve(import.meta.dirname, '../..');

describe('the tests of a change', () => {
  it('are those of its room on the server', () => {
    const touched = touchedTests(['src/features/students/server/feature.ts']);
    expect(touched).toContain('tests/features/students/server/students.test.ts');
    expect(touched).not.toContain('tests/features/crisis/server/crisis.test.ts');
    expect(touched.filter((file) => file.startsWith('tests/journeys/'))).toEqual([]);
  });

  it('are not those of the other end of its room', () => {
    const server = touchedTests(['src/features/comments/server/handlers.ts']);
    expect(server).toContain('tests/features/comments/server/comments.test.ts');
    expect(server).not.toContain('tests/features/comments/web/comment-page.test.tsx');
    const web = touchedTests(['src/features/comments/web/CommentPage.tsx']);
    expect(web).toContain('tests/features/comments/web/comment-page.test.tsx');
    expect(web).not.toContain('tests/features/comments/server/comments.test.ts');
    const both = touchedTests(['src/features/comments/contract.ts']);
    expect(both).toEqual(expect.arrayContaining([...server, 'tests/features/comments/web/comment-page.test.tsx']));
  });

  it('are not those that could only load its page later', () => {
    const touched = touchedTests(['src/features/comments/web/CommentPage.tsx']);
    expect(touched).not.toContain('tests/platform/crud/web/list.test.tsx');
    // The portal of these tests imports the page itself.
    expect(touchedTests(['src/features/account/web/AccountPage.tsx'])).toContain('tests/app/web/portal.test.tsx');
  });

  it('are not all tests with a portal where a feature changes its pages or texts, but those of the lists', () => {
    const touched = touchedTests(['src/features/comments/web/feature.ts', 'src/features/comments/web/texts.zh.ts']);
    expect(touched).toEqual(
      expect.arrayContaining([
        'tests/app/web/new-feature.test.tsx',
        'tests/app/web/texts.test.ts',
        'tests/features/comments/web/comment-page.test.tsx',
      ]),
    );
    expect(touched).not.toContain('tests/app/web/portal.test.tsx');
    expect(touched).not.toContain('tests/platform/crud/web/list.test.tsx');
  });

  it('are the journeys of a feature whose web part changed', () => {
    const touched = touchedTests(['src/features/crisis/web/any.tsx']);
    expect(touched.filter((file) => file.startsWith('tests/journeys/')).sort()).toEqual(
      ['crisis', 'escalation', 'warn-statistics'].map((name) => `tests/journeys/${name}.test.ts`),
    );
  });

  it('include tests that import it indirectly', () => {
    expect(touchedTests(['src/platform/errors/catalogue.ts'])).toContain('tests/platform/crud/web/list.test.tsx');
  });

  it('are the test itself, and every test that uses shared support', () => {
    expect(touchedTests(['tests/features/crisis/server/crisis.test.ts'])).toEqual([
      'tests/features/crisis/server/crisis.test.ts',
    ]);
    expect(touchedTests(['tests/support/server.ts'])).toContain('tests/features/crisis/server/crisis.test.ts');
  });

  it('follow data that tests read', () => {
    expect(touchedTests(['policies/access.csv'])).toContain('tests/platform/access/matrix.test.ts');
    expect(touchedTests(['schemas/student.json'])).toContain('tests/platform/schema/form.test.ts');
  });

  it('are all tests when the packages change', () => {
    expect(touchedTests(['package-lock.json'], ['a.test.ts', 'b.test.ts'])).toEqual(['a.test.ts', 'b.test.ts']);
  });
});

describe('the typed parts of a change', () => {
  const parts = ['shared', 'src/tsconfig.server.json', 'src/tsconfig.web.json', 'src/tools', 'tests'];

  it.each([
    ['one end', ['src/features/comments/server/handlers.ts'], ['src/tsconfig.server.json', 'tests']],
    ['both ends', ['src/app/web/main.tsx', 'src/app/server/serve.ts'], [parts[1], parts[2], parts[4]]],
    ['a test', ['tests/tools/changed.test.ts'], ['tests']],
    ['what both ends import', ['src/features/comments/contract.ts'], parts],
  ])('of %s', (_, changed, touched) => {
    expect(touchedParts(changed, parts)).toEqual(touched);
  });
});

describe('the journeys of the features', () => {
  it('exist, and each named feature exists', () => {
    for (const [feature, journeys] of Object.entries(JOURNEYS)) {
      expect(existsSync(path.join(root, 'src/features', feature)), feature).toBe(true);
      for (const name of journeys)
        expect(existsSync(path.join(root, `tests/journeys/${name}.test.ts`)), name).toBe(true);
    }
  });

  it('include all journeys except those that belong to no feature', () => {
    const named = new Set(Object.values(JOURNEYS).flat());
    const all = readdirSync(path.join(root, 'tests/journeys'))
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => file.slice(0, -'.test.ts'.length));
    expect(all.filter((name) => !named.has(name))).toEqual([
      'every-page',
      'installed',
      'script-text',
      'time-zone',
      'views',
    ]);
  });
});
