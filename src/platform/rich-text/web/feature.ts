import type { WebFeature } from '../../feature/web/feature.ts';

/** Formatted text as a kind of field: its input and its look. */
export const richText: WebFeature = {
  name: 'rich-text',
  controls: { 'rich-text': async () => (await import('./RichTextControl.tsx')).RichTextControl },
  values: { 'rich-text': async () => (await import('./RichTextValue.tsx')).RichTextValue },
};
