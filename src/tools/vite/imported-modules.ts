import type { Plugin } from 'vite';

/**
 * The portal's own modules that some files import statically. Modules of packages are not among them: their index files
 * import more than is used.
 *
 * @param files Ends of the paths of the files, which are among the modules themselves
 */
export function importedModules(...files: string[]): Plugin & { has: (id: string) => boolean } {
  const found = new Set<string>();
  return {
    name: 'imported-modules',
    apply: 'build',
    has: (id) => found.has(id) && !id.includes('/node_modules/'),
    buildEnd(error) {
      if (error) return;
      found.clear();
      const add = (id: string) => {
        if (found.has(id)) return;
        found.add(id);
        for (const each of this.getModuleInfo(id)?.importedIds ?? []) add(each);
      };
      const all = [...this.getModuleIds()];
      for (const file of files) {
        const one = all.find((id) => id.replaceAll('\\', '/').endsWith(file));
        if (one === undefined) throw new Error(`the build has no ${file}`);
        add(one);
      }
    },
  };
}
