import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { skipPrebuiltStyles } from '../../../src/platform/theme/web/prebuilt-styles.ts';

const css =
  '.a{}.data-ant-cssinjs-cache-path{content:"t|Shared|ant:1;t|Button-Button|ant-btn|anticon:2;t|Space-Compact|ant-space-compact|anticon:3";}';

async function left(file: string, code: string): Promise<string> {
  const { transform } = skipPrebuiltStyles(() => Promise.resolve(css));
  if (typeof transform !== 'function') throw new Error('no transform');
  const result = await transform.call({ parse: parseAst } as never, code, `/node_modules/antd/es/${file}`);
  return typeof result === 'object' && typeof result?.code === 'string' ? result.code : code;
}

test('calls whose styles are in the sheet are removed, exported by name or not, and the rest stays', async () => {
  expect(
    await left(
      'button/style/index.js',
      "export default genStyleHooks('Button', token => [a(token), b(token)], prepare, { unitless: {} });",
    ),
  ).toBe("export default genStyleHooks('Button', () => [], prepare, { unitless: {} });");
  expect(
    await left(
      'space/style/compact.js',
      "export const use = genStyleHooks(['Space', 'Compact'], one, two), other = 1;",
    ),
  ).toBe("export const use = genStyleHooks(['Space', 'Compact'], () => [], two), other = 1;");
});

test('calls whose styles are not in the sheet stay, and so does all other code', async () => {
  const steps = "export default genStyleHooks('Steps', token => style(token), prepare);";
  const compact = "export default genSubStyleComponent(['Button', 'compact'], token => style(token));";
  expect(await left('steps/style/index.js', steps)).toBe(steps);
  expect(await left('button/style/compact.js', compact)).toBe(compact);
  expect(await left('button/index.js', steps.replace('Steps', 'Button'))).toContain('style(token)');
});
