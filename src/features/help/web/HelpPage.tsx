import { ArrowLeftOutlined, CompassOutlined, SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useLanguage } from '../../../platform/i18n/web/language.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { isOperator, useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { ARTICLE } from './address.ts';
import { findArticles } from './article-texts.ts';
import { ArticleLinks, ArticleList } from './ArticleList.tsx';
import { ArticleText } from './ArticleText.tsx';
import { ArticleTitle } from './ArticleTitle.tsx';
import type { Article } from './front-matter.ts';
import { helpCentre } from './texts.zh.ts';
import { tourAsked } from './tour/tour-state.ts';
import { useArticles } from './use-articles.ts';
import styles from './help.module.css';

provideTexts({ helpCentre });

function ArticleView({ article }: { article: Article }) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  // A new article is read from its beginning, also by screen readers.
  useEffect(() => {
    window.scrollTo({ top: 0 });
    title.current?.focus({ preventScroll: true });
  }, [article.key]);
  return (
    <article className={styles.article}>
      <Link to="/help-center/index" className={styles.back}>
        <ArrowLeftOutlined aria-hidden="true" /> {t('helpCentre.toList')}
      </Link>
      <h2 ref={title} tabIndex={-1} className={styles.articleTitle}>
        <ArticleTitle article={article} />
      </h2>
      <ArticleText article={article} level={3} />
    </article>
  );
}

/** The articles, or those that contain what was typed. */
function Contents({ all, typed, current }: { all: readonly Article[]; typed: string; current: Article | undefined }) {
  const { t } = useTranslation();
  if (typed.trim() === '') return <ArticleList articles={all} current={current} />;
  const found = findArticles(all, typed);
  return (
    <>
      <p role="status" className={styles.found}>
        {found.length === 0
          ? t('helpCentre.none', { text: typed.trim() })
          : t('helpCentre.found', { count: found.length })}
      </p>
      <ArticleLinks articles={found} current={current} />
    </>
  );
}

/** /help-center/index: the articles that concern the reader; the open one is in the address. */
export function HelpPage() {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const [typed, setTyped] = useState('');
  const all = useArticles();
  const chosen = address.get(ARTICLE);
  const current = all.find(({ key }) => key === chosen);
  const english = useLanguage() === 'en';
  const user = useCurrentUser();
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <PageTitle
        title={t('page.help.title')}
        about={english ? `${t('page.help.about')}. ${t('helpCentre.chineseOnly')}` : t('page.help.about')}
        acts={
          !isOperator(user) && (
            <Button
              icon={<CompassOutlined aria-hidden />}
              onClick={() => {
                tourAsked.set(true);
                void navigate('/index');
              }}
            >
              {t('helpCentre.tour.again')}
            </Button>
          )
        }
      />
      {chosen !== null && current === undefined && <Alert type="info" showIcon message={t('helpCentre.missing')} />}
      <div className={current === undefined ? undefined : styles.columns}>
        <div className={styles.contents} role="search">
          <Input
            className={styles.search ?? ''}
            prefix={<SearchOutlined aria-hidden="true" />}
            aria-label={t('helpCentre.search')}
            placeholder={t('helpCentre.placeholder')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={40}
            allowClear
          />
          <nav aria-label={t('helpCentre.list')}>
            <Contents all={all} typed={typed} current={current} />
          </nav>
        </div>
        {current !== undefined && <ArticleView article={current} />}
      </div>
    </div>
  );
}
