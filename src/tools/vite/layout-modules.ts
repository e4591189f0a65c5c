import type { Plugin } from 'vite';

const LAYOUT = '/src/app/web/shell/Portal.tsx';

/**
 * The portal's own modules that the layout imports statically, for one script instead of one for each set of pages that
 * share some. Modules of packages are not among them: their index files import more than is used.
 */
export function layoutModules(): Plugin & { has: (id: string) => boolean } {
  const found = new Set<string>();
  return {
    name: 'layout-modules',
    apply: 'build',
    has: (id) => found.has(id) && !id.includes('/node_modules/'),
    buildEnd(error) {
      if (error) return;
      found.clear();
      const layout = [...this.getModuleIds()].find((id) => id.replaceAll('\\', '/').endsWith(LAYOUT));
      if (layout === undefined) throw new Error(`the build has no ${LAYOUT}`);
      const add = (id: string) => {
        if (found.has(id)) return;
        found.add(id);
        for (const each of this.getModuleInfo(id)?.importedIds ?? []) add(each);
      };
      add(layout);
    },
  };
}
