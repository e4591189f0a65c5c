import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { features } from '../../../src/app/server/features.ts';
import { AREAS } from '../../../src/platform/access/generated/areas.ts';
import { areasIn } from '../../../src/platform/access/server/access-table.ts';
import { AREAS_FILE, generateAreas } from '../../../src/platform/access/server/generate-areas.ts';
import { declaredBy } from '../../../src/platform/feature/server/feature.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { sourcesIn } from '../../architecture/support/sources.ts';

it('the areas are those of policies/access.csv; if not: npm run gen', async () => {
  const made = generateAreas(await areasIn(path.join(root, 'policies')));
  expect(readFileSync(path.join(root, AREAS_FILE), 'utf8')).toBe(made);
});

it('each area is named by a call, a page or other code: a row with a mistyped area opens nothing', () => {
  const ofCalls = new Set(
    features.flatMap(declaredBy).flatMap(({ access }) => (access.auth === 'org' ? [access.area] : [])),
  );
  const code = sourcesIn('src/app', 'src/features', 'src/platform')
    .filter(({ file }) => file !== AREAS_FILE)
    .map(({ text }) => text)
    .join('\n');
  expect(AREAS.filter((area) => !ofCalls.has(area) && !code.includes(`'${area}'`))).toEqual([]);
});
