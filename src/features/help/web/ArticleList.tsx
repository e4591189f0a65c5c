import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { articleAddress } from './address.ts';
import { ArticleTitle } from './ArticleTitle.tsx';
import type { Article, Topic } from './front-matter.ts';
import { helpCentre } from './texts.zh.ts';
import styles from './help.module.css';

interface Props {
  articles: readonly Article[];
  /** The article that is shown beside the list. */
  current?: Article | undefined;
}

const TOPICS = Object.keys(helpCentre.topics) as Topic[];

/** Articles, each with its summary unless one of them is shown beside. */
export function ArticleLinks({ articles, current }: Props) {
  return (
    <ul className={styles.links}>
      {articles.map((article) => (
        <li key={article.key}>
          <Link
            to={articleAddress(article)}
            className={styles.link}
            {...(article === current && { 'aria-current': 'page' as const })}
          >
            <span className={styles.linkTitle}>
              <ArticleTitle article={article} />
            </span>
            {current === undefined && (
              <span className={styles.summary} lang="zh-CN">
                {article.summary}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Articles by topic. */
export function ArticleList({ articles, current }: Props) {
  const { t } = useTranslation();
  const topics = TOPICS.map((topic) => ({ topic, some: articles.filter((article) => article.topic === topic) }));
  return (
    <div className={current === undefined ? styles.topics : undefined}>
      {topics
        .filter(({ some }) => some.length > 0)
        .map(({ topic, some }) => (
          <section key={topic} aria-labelledby={`topic-${topic}`} className={styles.topic}>
            <h2 id={`topic-${topic}`} className={styles.topicTitle}>
              {t(`helpCentre.topics.${topic}`)}
            </h2>
            <ArticleLinks articles={some} current={current} />
          </section>
        ))}
    </div>
  );
}
