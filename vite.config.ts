import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import * as typebox from 'typebox/type';
import type { Plugin } from 'vite';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { tokensCss } from './src/platform/theme/tokens.ts';
import { skipPrebuiltStyles } from './src/platform/theme/web/prebuilt-styles.ts';
import { articleParts } from './src/tools/vite/article-parts.ts';
import { BUNDLED_PACKAGES } from './src/tools/vite/bundled-packages.ts';
import { compileAtOnce } from './src/tools/vite/compile-at-once.ts';
import { compress } from './src/tools/vite/compress.ts';
import { editModules } from './src/tools/vite/edit-modules.ts';
import { importedModules } from './src/tools/vite/imported-modules.ts';
import { LongestFirst } from './src/tools/vite/longest-first.ts';
import { preloadLayout } from './src/tools/vite/preload-layout.ts';
import { replaceModules } from './src/tools/vite/replace-modules.ts';

const root = import.meta.dirname;
const entriesDir = path.join(root, 'src/app/server/entries');

/** Every file in src/app/server/entries becomes dist/server/<name>.js. Packages stay outside the bundle but for three. */
const serverBuild = {
  publicDir: false as const,
  ssr: { noExternal: BUNDLED_PACKAGES },
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
 * Style sheets that the build generates: `virtual:tokens.css`, the design tokens as custom properties, and
 * `virtual:antd.css`, what antd would otherwise compute in the browser.
 */
const antdCss = async () => (await import('./src/platform/theme/web/antd-css.tsx')).antdCss();
const GENERATED_STYLES: Readonly<Record<string, () => string | Promise<string>>> = {
  'virtual:tokens.css': tokensCss,
  'virtual:antd.css': antdCss,
};
const generatedStyles: Plugin = {
  name: 'generated-styles',
  resolveId: (id) => (id in GENERATED_STYLES ? `\0${id}` : undefined),
  load: (id) => GENERATED_STYLES[id.slice(1)]?.(),
};

/**
 * Packages without side effects that do not say so in their package.json; without this the first list loads 50 kB gzip
 * more.
 */
const PURE =
  /node_modules\/(react-markdown|remark-gfm|papaparse|sunflower-antd|rc-[a-z-]+|@rc-component\/[a-z-]+|@ant-design\/[a-z-]+|i18next|react-i18next|@refinedev\/devtools-internal|@refinedev\/devtools-shared|error-stack-parser)\//;

const layout = importedModules('/src/app/web/shell/Portal.tsx');
const lists = importedModules('/src/app/web/shell/Portal.tsx', '/src/platform/crud/web/ResourcePage.tsx');

/** Icons of the login page, which would otherwise load those of all pages. */
const LOGIN_ICONS = /node_modules\/@ant-design\/icons(-svg)?\/es\/(asn|icons)\/(Idcard|Key|Team)Outlined\.js$/;

/** Packages of forms, which no list needs before it has its rows. */
const OF_FORMS = /node_modules\/(rc-field-form|@rc-component\/async-validator|antd\/es\/form)\//;
const inLists = (id: string) => lists.has(id) || (id.includes('/node_modules/') && !OF_FORMS.test(id));

const webBuild = {
  root: path.join(root, 'src/app/web'),
  cacheDir: path.join(root, 'node_modules/.vite'),
  publicDir: path.join(root, 'public'),
  plugins: [
    react(),
    articleParts,
    generatedStyles,
    skipPrebuiltStyles(antdCss),
    replaceModules(Object.keys(typebox)),
    editModules,
    layout,
    lists,
    preloadLayout,
    compileAtOnce,
    compress,
  ],
  build: {
    target: 'es2022',
    outDir: path.join(root, 'dist/web'),
    emptyOutDir: true,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] },
      // Every script that a page waits for costs time, however small: the login page has one, and lists share one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial' as const], priority: 2 },
            { name: 'login-icons', test: LOGIN_ICONS, priority: 2 },
            // The layout needs them all.
            { name: 'icons', test: /\/src\/(app|features)\/.+\/icons\.ts$/, priority: 1 },
            { name: 'shared', test: inLists, minShareCount: 16, priority: 1 },
            { name: 'forms', test: OF_FORMS },
            { name: 'layout', test: layout.has },
            // Small inputs of features, which most lists and forms need together.
            { name: 'controls', test: /\/features\/[^/]+\/web\/fields\/\w+Controls?\.tsx$/ },
          ],
        },
      },
    },
  },
};

/** Keeps what tests transform between runs; each entry is found by the content of its file. */
const fsModuleCache = { fsModuleCache: true, fsModuleCachePath: path.join(root, '.cache/vitest') };

type Extra = Omit<TestUserConfig, 'globalSetup'> & { globalSetup?: string[] };
const project = (
  name: string,
  environment: 'node' | 'happy-dom',
  include: string[],
  { globalSetup = [], ...extra }: Extra = {},
) => ({
  root,
  plugins: environment === 'happy-dom' ? [react(), articleParts, generatedStyles] : [],
  test: { name, environment, include, ...extra, globalSetup: ['tests/support/run-folder.ts', ...globalSetup] },
});

/** Tests that wait for a server or a browser get time for slow machines. */
const slow = { testTimeout: 60_000, hookTimeout: 300_000, expect: { poll: { timeout: 15_000 } } };

const SHUFFLED = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

/** Young objects get more room (MiB), so that garbage is collected less often. */
const YOUNG = '--max-semi-space-size=32';

/** Component tests that change what a page loads only once (features, texts, mocked modules): each has its modules. */
const APART = ['tests/app/web/**/*.test.{ts,tsx}', 'tests/features/notices/web/follow-notices.test.ts'];
const web: Extra = {
  server: { deps: { inline: [/@refinedev\//] } },
  testTimeout: 120_000,
  execArgv: [YOUNG],
  setupFiles: ['quiet', 'kept-styles', 'no-owner-stacks', 'page-end'].map((name) => `tests/support/${name}.ts`),
};

export default defineConfig(({ mode }) => ({
  ...(mode === 'server' ? serverBuild : webBuild),
  test: {
    experimental: fsModuleCache,
    // One more than cores: tests of whole processes and of waits leave a third of the processor idle.
    maxWorkers: os.availableParallelism() + 1,
    // `--sequence.shuffle.files` has vitest's own sequencer.
    sequence: SHUFFLED ? {} : { sequencer: LongestFirst },
    projects: [
      project('unit', 'node', ['tests/{features,platform}/*/*.test.ts', 'tests/architecture/**/*.test.ts'], {
        isolate: false,
        testTimeout: 30_000,
      }),
      project('tools', 'node', ['tests/tools/**/*.test.ts'], slow),
      // Loading the whole server takes a file longer than its tests: files of one worker share what is loaded.
      project('server', 'node', ['tests/**/server/**/*.test.ts'], {
        ...slow,
        isolate: false,
        // Optimising the embedded engine's code again at each of its starts costs more than it saves.
        execArgv: ['--liftoff-only', YOUNG],
        restoreMocks: true,
        setupFiles: ['tests/support/statements-end.ts'],
        globalSetup: ['tests/support/database-setup.ts'],
      }),
      // As with the server, loading antd costs more than the tests; page.ts gives each file a new page.
      project('web', 'happy-dom', ['tests/**/web/**/*.test.{ts,tsx}'], { ...web, exclude: APART, isolate: false }),
      project('portal', 'happy-dom', APART, web),
      // Journeys share a worker's browser.
      project('journeys', 'node', ['tests/journeys/**/*.test.ts'], {
        ...slow,
        testTimeout: 300_000,
        expect: { poll: { timeout: 60_000 } },
        isolate: false,
        globalSetup: ['tests/journeys/support/prepare.ts'],
      }),
    ],
  },
}));
