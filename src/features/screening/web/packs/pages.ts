import type { PageEntry } from '../../../../platform/feature/web/page.ts';

/** Pages on which a school installs packs. */
export const packPages: readonly PageEntry[] = [
  {
    key: 'installPack',
    path: '/exam/install-scale',
    area: 'screening/pack',
    parent: 'scales',
    load: async () => (await import('./InstallPage.tsx')).InstallPage,
  },
];
