import type { Later } from '../../../app/web/texts/zh-later.ts';
import { texts } from './texts.ts';

/**
 * Texts of pages that few open come with the page: whatever shows some calls this beside its imports, before anything
 * is drawn.
 */
export function provideTexts(more: Partial<Later>): void {
  texts.addResourceBundle('zh', 'translation', more, true, true);
}
