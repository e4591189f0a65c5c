import { Markdown } from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { allPages } from '../../../platform/pages/web/pages.ts';
import { textOf } from './article-texts.ts';
import type { Article } from './front-matter.ts';
import styles from './help.module.css';

interface Props {
  article: Article;
  /** Level of the headings in the text. */
  level: 2 | 3;
}

/** A link to a page of the portal (`page:<key>`); its text alone if the reader may not open the page. */
function PageLink({ href = '', children }: ComponentProps<'a'>) {
  const mayOpen = useMayOpen();
  const page = allPages().find(({ key }) => href === `page:${key}`);
  return page !== undefined && mayOpen(page) ? <Link to={page.path}>{children}</Link> : <>{children}</>;
}

const overridesAt = (level: Props['level']) => ({
  a: PageLink,
  h2: { component: level === 2 ? ('h2' as const) : ('h3' as const) },
});

/** Whether a link to a page leads to this page: it needs no row, and shows more than its first tab. */
const isPlace = ({ key, path }: PageEntry): boolean =>
  key !== 'index' && !path.includes(':') && !allPages().some(({ tab, parent }) => tab && parent === key);

/** The text of an article and the pages that it is about. */
export function ArticleText({ article, level }: Props) {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const about = allPages().filter((page) => article.pages.includes(page.key) && isPlace(page) && mayOpen(page));
  return (
    <>
      <div className={styles.text} lang="zh-CN">
        <Markdown
          options={{ disableParsingRawHTML: true, forceBlock: true, overrides: overridesAt(level), wrapper: 'div' }}
        >
          {textOf(article)}
        </Markdown>
      </div>
      {about.length > 0 && (
        <p className={styles.about}>
          {t('helpCentre.about')}
          {about.map(({ key, path }) => (
            <Link key={key} to={path}>
              {t(`page.${key}.title`)}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}
