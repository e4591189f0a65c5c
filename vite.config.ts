import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import * as typebox from 'typebox/type';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { stylesAhead } from './src/platform/theme/web/styles-ahead.ts';
import { tokensCss } from './src/platform/theme/web/tokens.ts';

const root = import.meta.dirname;
const entriesDir = path.join(root, 'src/app/server/entries');

/**
 * Every file in src/app/server/entries becomes dist/server/<name>.js; node_modules stay outside the bundle, but for
 * those that are hundreds of small files.
 */
const serverBuild = {
  publicDir: false as const,
  // Taken in, the server starts a third sooner and needs 20 MiB less.
  ssr: { noExternal: ['hucre', 'kysely', 'typebox'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: path.join(root, 'dist/server'),
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(
        fs
          .readdirSync(entriesDir)
          .filter((f) => f.endsWith('.ts'))
          .map((f) => [path.basename(f, '.ts'), path.join(entriesDir, f)]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
};

/**
 * Style sheets that are made: `virtual:tokens.css`, the tokens as custom properties, so that colours and measures stand
 * in one file; `virtual:antd.css`, what antd would make in the browser.
 */
const antdCss = async () => (await import('./src/platform/theme/web/antd-css.tsx')).antdCss();
const MADE_STYLES: Readonly<Record<string, () => string | Promise<string>>> = {
  'virtual:tokens.css': tokensCss,
  'virtual:antd.css': antdCss,
};
const madeStyles: Plugin = {
  name: 'made-styles',
  resolveId: (id) => (id in MADE_STYLES ? `\0${id}` : undefined),
  load: (id) => MADE_STYLES[id.slice(1)]?.(),
};

interface Replacement {
  importer: string;
  ids: readonly string[];
  code: string;
}

/** What is never reached: using it after all fails loudly. */
const NOTHING = 'export default {}';
const WEAK_SIDE_CHANNEL = `module.exports = () => {
  const held = new WeakMap();
  return { get: (key) => held.get(key), has: (key) => held.has(key), set: (key, value) => void held.set(key, value), assert: () => undefined };
};`;
const SPINNER = `import { createElement } from 'react';
import Spinner from '@ant-design/icons/es/icons/LoadingOutlined.js';
export default (props) => createElement(Spinner, { ...props, 'aria-hidden': true });`;
/** The one function of the colour picker that buttons need: whether black or white can be read on an opaque colour. */
const BRIGHT = `export const isBright = (colour) => {
  const { r, g, b } = colour.toRgb();
  return 0.299 * r + 0.587 * g + 0.114 * b > 192;
};`;
// The server validates by these; the browser needs of a declaration only its method and path, and the compiler its types.
const UNTYPED = `const none = () => ({});\nexport { ${Object.keys(typebox)
  .map((name) => `none as ${name}`)
  .join(', ')} };`;

/**
 * Parts of libraries that the portal never uses and that tree shaking can't find out to be unused; they'd be a fifth of
 * the first list.
 */
const REPLACED: readonly Replacement[] = [
  { importer: '/casbin.js/lib/', ids: ['axios', 'casbin-core'], code: NOTHING }, // to ask a server for rules; here it is handed the answers
  { importer: '/@rjsf/core/lib/getTestRegistry', ids: ['@rjsf/validator-ajv8'], code: NOTHING },
  {
    importer: '/@rjsf/core/lib/',
    ids: ['markdown-to-jsx/react'],
    code: 'export const Markdown = ({ children }) => children',
  }, // descriptions are plain text
  { importer: '/antd/es/table/', ids: ['../../../tree'], code: NOTHING }, // filters of columns as a tree; lists have a query bar
  { importer: '/antd/es/config-provider/index', ids: ['./style'], code: 'export default () => undefined' }, // works out a whole theme for the styles of icons, which are made ahead
  {
    importer: '/antd/es/form/context',
    ids: ['rc-field-form'],
    code: "export { FormProvider } from 'rc-field-form/es/FormContext.js'",
  }, // every input asks whether it stands in a form
  { importer: '/antd/es/button/style/token', ids: ['../../color-picker/components/ColorPresets'], code: BRIGHT },
  {
    importer: '/antd/es/button/DefaultLoadingIcon',
    ids: ['@ant-design/icons/es/icons/LoadingOutlined'],
    code: SPINNER,
  }, // a picture, and no part of the button's name
  {
    importer: '/antd/es/radio/group',
    ids: ['../form/hooks/useForm'],
    code: "export const toNamePathStr = (name) => [name ?? []].flat().join('_')",
  }, // the one line of the forms that a table's filter needs
  { importer: '/antd/es/input/index', ids: ['./Group', './OTP'], code: NOTHING },
  { importer: '/rc-resize-observer/', ids: ['resize-observer-polyfill'], code: 'export default ResizeObserver' }, // every browser that runs the portal has it
  { importer: '/antd/es/card/', ids: ['../tabs'], code: NOTHING },
  { importer: '/axios/lib/adapters/', ids: ['./fetch.js'], code: 'export const getFetch = () => undefined' }, // calls go by XMLHttpRequest
  {
    importer: '/@refinedev/core/',
    ids: ['pluralize'],
    code: 'const same = (word) => word;\nexport default Object.assign(same, { plural: same, singular: same })',
  }, // English endings
  { importer: '/qs/lib/', ids: ['side-channel'], code: WEAK_SIDE_CHANNEL }, // for engines without WeakMap
  { importer: '/src/', ids: ['typebox/type'], code: UNTYPED },
];
const replaced: Plugin = {
  name: 'replaced',
  enforce: 'pre',
  apply: 'build',
  resolveId(id, importer) {
    const at = REPLACED.findIndex((one) => importer?.includes(one.importer) && one.ids.includes(id));
    return at === -1 ? undefined : `\0replaced:${at}`;
  },
  load: (id) => (id.startsWith('\0replaced:') ? REPLACED[Number(id.split(':')[1])]?.code : undefined),
};

interface Edit {
  file: string;
  from: string;
  to: string;
}

/** What antd and the libraries under it have no setting for. */
const EDITS: readonly Edit[] = [
  // Some style elements come without the nonce of its ConfigProvider (CSS variables, scroll lock, scroll bar measure); the content security policy would refuse those.
  {
    file: '/rc-util/es/Dom/dynamicCSS.js',
    from: "document.createElement('style');",
    to: "document.createElement('style');\n  styleNode.nonce = document.querySelector('meta[property=csp-nonce]')?.nonce ?? '';",
  },
  // Icons would be read out by their English names; what they stand on has a name of its own.
  {
    file: '/@ant-design/icons/es/components/AntdIcon.js',
    from: 'role: "img",\n    "aria-label": icon.name',
    to: '"aria-hidden": restProps.role === undefined || undefined',
  },
  // Where the keyboard stands in a tree.
  {
    file: '/rc-tree/es/NodeList.js',
    from: '"aria-label": "for screen reader"',
    to: '"aria-label": props["aria-label"]',
  },
  // The arrow keys do in the field itself what these do.
  { file: '/rc-input-number/es/StepHandler.js', from: '"aria-label": "Increase Value"', to: '"aria-hidden": true' },
  { file: '/rc-input-number/es/StepHandler.js', from: '"aria-label": "Decrease Value"', to: '"aria-hidden": true' },
  {
    file: '/antd/es/date-picker/generatePicker/generateRangePicker.js',
    from: '"aria-label": "to"',
    to: '"aria-hidden": true',
  },
];
const edited: Plugin = {
  name: 'edited',
  apply: 'build',
  transform(code, id) {
    const edits = EDITS.filter(({ file }) => id.endsWith(file));
    for (const { file, from } of edits)
      if (!code.includes(from)) throw new Error(`${file} is another now: see what is edited in it, and why`);
    return edits.length === 0
      ? undefined
      : { code: edits.reduce((text, { from, to }) => text.replace(from, to), code), map: null };
  },
};

/** They say nothing about side effects, and have none. */
const PURE =
  /node_modules\/(react-markdown|remark-gfm|papaparse|sunflower-antd|rc-[a-z-]+|@rc-component\/[a-z-]+|@ant-design\/[a-z-]+|i18next|react-i18next|@refinedev\/devtools-internal|@refinedev\/devtools-shared|error-stack-parser)\//;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
/** Below this, a compressed copy saves no packet. */
const COMPRESS_FROM = 1024;

/**
 * Lays `.br` and `.gz` copies beside the assets; the server sends them as they are. The page itself is left out: it
 * gets a nonce each time.
 */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  // From the written files: vite still changes the code after the last plugin has seen the bundle.
  async writeBundle({ dir = '.' }, bundle) {
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => /\.(js|css|svg|json)$/.test(name))
        .map(async (name) => {
          const file = path.join(dir, name);
          const source = await fs.promises.readFile(file);
          if (source.length < COMPRESS_FROM) return;
          await fs.promises.writeFile(
            `${file}.br`,
            await brotli(source, {
              params: {
                [zlib.constants.BROTLI_PARAM_QUALITY]: 9,
                [zlib.constants.BROTLI_PARAM_SIZE_HINT]: source.length,
              },
            }),
          );
          await fs.promises.writeFile(`${file}.gz`, await gzip(source, { level: 9 }));
        }),
    );
  },
};

const webBuild = {
  root: path.join(root, 'src/app/web'),
  cacheDir: path.join(root, 'node_modules/.vite'),
  publicDir: path.join(root, 'public'),
  plugins: [react(), madeStyles, stylesAhead(antdCss), replaced, edited, compressed],
  build: {
    target: 'es2022',
    outDir: path.join(root, 'dist/web'),
    emptyOutDir: true,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] },
      // Each script that a page waits for costs it time, however small: the login page has one, and lists share one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial' as const], priority: 2 },
            { name: 'shared', minShareCount: 16 },
          ],
        },
      },
    },
  },
};

const project = (name: string, environment: 'node' | 'happy-dom', include: string[], extra: object = {}) => ({
  root,
  plugins: environment === 'happy-dom' ? [react(), madeStyles] : [],
  test: { name, environment, include, ...extra },
});

/** What waits for a server or a browser gives slow machines their time. */
const slow = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };

export default defineConfig(({ mode }) => ({
  ...(mode === 'server' ? serverBuild : webBuild),
  test: {
    // By itself vitest leaves one core out, which of two is half.
    maxWorkers: '100%',
    projects: [
      project('unit', 'node', ['tests/{features,platform}/*/*.test.ts', 'tests/architecture/**/*.test.ts'], {
        testTimeout: 30_000,
      }),
      project('tools', 'node', ['tests/tools/**/*.test.ts'], slow),
      project('server', 'node', ['tests/**/server/**/*.test.ts'], {
        ...slow,
        globalSetup: ['tests/support/database-setup.ts'],
      }),
      project('web', 'happy-dom', ['tests/**/web/**/*.test.{ts,tsx}'], {
        server: { deps: { inline: [/@refinedev\//] } },
        testTimeout: 40_000,
        setupFiles: ['tests/support/page-end.ts'],
      }),
      // Two at a time: each waits for its browser and server half of the time.
      project('journeys', 'node', ['tests/journeys/**/*.test.ts'], {
        ...slow,
        testTimeout: 120_000,
        expect: { poll: { timeout: 30_000 } },
        maxWorkers: 2,
        globalSetup: ['tests/journeys/support/prepare.ts'],
      }),
    ],
  },
}));
