import type { Plugin, Rollup } from 'vite';

const LAYOUT = '/app/web/shell/Portal.tsx';

/** The scripts that a chunk needs at once, without those of the entry, and their style sheets. */
function needed(bundle: Rollup.OutputBundle, entry: Rollup.OutputChunk): string[] {
  const found = new Set<string>();
  const add = (chunk: Rollup.OutputChunk) => {
    if (found.has(chunk.fileName) || chunk === entry) return;
    found.add(chunk.fileName);
    for (const file of chunk.imports) {
      const one = bundle[file];
      if (one?.type === 'chunk') add(one);
    }
  };
  const layout = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(LAYOUT)),
  );
  if (layout?.type !== 'chunk') throw new Error(`no chunk holds ${LAYOUT}`);
  add(layout);
  const styles = [...found].flatMap((file) => {
    const one = bundle[file];
    return one?.type === 'chunk' ? [...(one.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...found, ...styles];
}

const LOADER = 'src="/signed-in.js"';

/**
 * Writes the names of the layout's scripts and style sheets into the page. `public/signed-in.js` loads them together
 * with the entry script when the browser holds a session, so that the login page does not load them.
 */
export const preloadLayout: Plugin = {
  name: 'preload-layout',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, chunk }) {
      if (!bundle || !chunk || !html.includes(LOADER)) throw new Error(`the page is built without ${LOADER}`);
      const files = needed(bundle, chunk).map((file) => `/${file}`);
      return html.replace(LOADER, `${LOADER} data-layout="${files.join(' ')}"`);
    },
  },
};
