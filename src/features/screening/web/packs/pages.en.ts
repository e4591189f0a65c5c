import type { page as zh } from './pages.zh.ts';

export const page: typeof zh = {
  installPack: { title: 'Install a scale', about: 'Check a licensed pack file, preview it, and declare the licence' },
};
