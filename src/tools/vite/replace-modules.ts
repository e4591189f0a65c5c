import type { Plugin } from 'vite';

/** Parts of a library that the portal never reaches and that tree shaking cannot prove to be unused. */
interface Replacement {
  /** Part of the path of the files whose imports are replaced. */
  importer: string;
  /** The import as it is written there. */
  id: string;
  code: string;
  /** Why it is safe, and what it saves in gzip (measured by a build without it). */
  why: string;
}

/** Any use of the replaced module fails immediately: nothing is exported. */
const EMPTY = 'export default {}';

const WEAK_SIDE_CHANNEL = `module.exports = () => {
  const held = new WeakMap();
  return {
    get: (key) => held.get(key),
    has: (key) => held.has(key),
    set: (key, value) => void held.set(key, value),
    assert: () => undefined,
  };
};`;

/** The one function of the colour picker that buttons need: whether black or white text is readable on a colour. */
const IS_BRIGHT = `export const isBright = (colour) => {
  const { r, g, b } = colour.toRgb();
  return 0.299 * r + 0.587 * g + 0.114 * b > 192;
};`;

const SPINNER = `import { createElement } from 'react';
import Spinner from '@ant-design/icons/es/icons/LoadingOutlined.js';
export default (props) => createElement(Spinner, { ...props, 'aria-hidden': true });`;

/** Replacements that save less than 5 kB are not worth their upkeep. */
const replacements = (typeboxExports: readonly string[]): readonly Replacement[] => [
  {
    importer: '/casbin.js/lib/',
    id: 'axios',
    code: EMPTY,
    why: 'loads rules from a server; the portal passes the answers to casbin.js. With casbin-core 47 kB on every page.',
  },
  {
    importer: '/casbin.js/lib/',
    id: 'casbin-core',
    code: EMPTY,
    why: 'evaluates policies in the browser; only the server does.',
  },
  {
    importer: '/@rjsf/core/lib/',
    id: 'markdown-to-jsx/react',
    code: 'export const Markdown = ({ children }) => children',
    why: 'descriptions of fields are plain text. 31 kB with the first form.',
  },
  {
    importer: '/antd/es/table/',
    id: '../../../tree',
    code: EMPTY,
    why: 'column filters as a tree; lists have a query bar. 10 kB with the first list.',
  },
  {
    importer: '/antd/es/form/context',
    id: 'rc-field-form',
    code: "export { FormProvider } from 'rc-field-form/es/FormContext.js'",
    why: 'every input checks whether it is in a form. 15 kB on the login page.',
  },
  {
    importer: '/antd/es/button/style/token',
    id: '../../color-picker/components/ColorPresets',
    code: IS_BRIGHT,
    why: 'one function of the colour picker. 5.6 kB on the login page.',
  },
  {
    importer: '/antd/es/radio/group',
    id: '../form/hooks/useForm',
    code: "export const toNamePathStr = (name) => [name ?? []].flat().join('_')",
    why: 'one line of the forms, needed by a table filter. 16 kB with the first list.',
  },
  {
    importer: '/qs/lib/',
    id: 'side-channel',
    code: WEAK_SIDE_CHANNEL,
    why: 'supports engines without WeakMap. 7 kB with the first list.',
  },
  {
    importer: '/src/',
    id: 'typebox/type',
    code: `const none = () => ({});\nexport { ${typeboxExports.map((name) => `none as ${name}`).join(', ')} };`,
    why: 'the server validates; the browser needs method and path, and the compiler the types. 13 kB on every page.',
  },
  {
    importer: '/antd/es/button/DefaultLoadingIcon',
    id: '@ant-design/icons/es/icons/LoadingOutlined',
    code: SPINNER,
    why: 'accessibility: the spinner is decoration and no part of the name of the button.',
  },
];

const PREFIX = '\0replaced:';

/** Replaces modules of libraries in the build. A replacement that matches nothing fails the build. */
export function replaceModules(typeboxExports: readonly string[]): Plugin {
  const all = replacements(typeboxExports);
  const used = new Set<number>();
  return {
    name: 'replace-modules',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      const index = all.findIndex((one) => one.id === id && importer?.includes(one.importer));
      if (index === -1) return undefined;
      used.add(index);
      return PREFIX + String(index);
    },
    load: (id) => (id.startsWith(PREFIX) ? all[Number(id.slice(PREFIX.length))]?.code : undefined),
    buildEnd(error) {
      if (error) return;
      const unused = all.filter((_, index) => !used.has(index)).map(({ importer, id }) => `${id} in ${importer}`);
      if (unused.length > 0) throw new Error(`replacements that match nothing: ${unused.join('; ')}`);
    },
  };
}
