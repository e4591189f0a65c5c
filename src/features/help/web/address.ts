import type { Article } from './front-matter.ts';

/** Name of the parameter with the key of an article. */
export const ARTICLE = 'article';

/** The address of an article in the help centre. */
export const articleAddress = ({ key }: Pick<Article, 'key'>): string => `/help-center/index?${ARTICLE}=${key}`;
