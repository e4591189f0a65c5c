import { useLanguage } from '../../../platform/i18n/web/language.ts';
import type { Article } from './front-matter.ts';

/** The title of an article in the language of the interface. */
export const ArticleTitle = ({ article }: { article: Article }) =>
  useLanguage() === 'en' ? <>{article.english}</> : <>{article.title}</>;
