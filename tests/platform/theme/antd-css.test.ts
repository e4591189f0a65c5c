import { describe, expect, test } from 'vitest';
import { antdCss } from '../../../src/platform/theme/web/antd-css.tsx';

describe('the prebuilt styles of antd', () => {
  test.each(['btn', 'input', 'table', 'select', 'modal', 'drawer'])(
    'contain those of ant-%s, and antd recognises them',
    (part) => {
      const css = antdCss();
      expect(css).toContain(`.ant-${part}`);
      expect(/cache-path\{content:"(?<made>[^"]*)"/.exec(css)?.groups?.['made']).toContain(`|ant-${part}|`);
    },
  );

  test('are the same in the light and the dark theme', () => {
    expect(antdCss('dark')).toBe(antdCss('light'));
  });
});
