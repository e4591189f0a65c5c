import { Link } from 'react-router';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { articleAddress } from './address.ts';
import { excerptFor } from './answer-articles.ts';
import { ArticleTitle } from './ArticleTitle.tsx';
import { helpCentre } from './texts.zh.ts';
import { useArticles } from './use-articles.ts';
import styles from './help.module.css';

provideTexts({ helpCentre });

interface Props {
  keys: readonly string[];
  question: string;
}

/** Articles that answer a question: title as a link, and the paragraph that says most about it. */
export function FoundArticles({ keys, question }: Props) {
  const all = useArticles();
  const found = keys.flatMap((wanted) => all.find(({ key }) => key === wanted) ?? []);
  return (
    <ul className={styles.sources}>
      {found.map((article) => (
        <li key={article.key}>
          <Link to={articleAddress(article)}>
            <ArticleTitle article={article} />
          </Link>
          <p className={styles.excerpt} lang="zh-CN">
            {excerptFor(article, question)}
          </p>
        </li>
      ))}
    </ul>
  );
}
