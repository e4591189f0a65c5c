import type { WebFeature } from '../../feature/web/feature.ts';

const filesControl = async () => (await import('./FilesControl.tsx')).FilesControl;

/** Files and pictures as kinds of fields: their input. */
export const media: WebFeature = { name: 'media', controls: { file: filesControl, picture: filesControl } };
