import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../platform/i18n/web/language.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { articleAddress } from './address.ts';
import { ArticleLinks } from './ArticleList.tsx';
import { ArticleText } from './ArticleText.tsx';
import { ArticleTitle } from './ArticleTitle.tsx';
import type { Article } from './front-matter.ts';
import styles from './help.module.css';

const WIDTH = 480;

interface Props {
  article: Article;
  /** Other articles about the same page. */
  more: readonly Article[];
  open: boolean;
  onClose: () => void;
}

/** An article beside the page that it is about. */
export function HelpDrawer({ article, more, open, onClose }: Props) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const english = useLanguage() === 'en';
  useCloseOnBack(open, onClose);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={<ArticleTitle article={article} />}
      destroyOnHidden
      {...(mobile ? { placement: 'bottom' as const, height: '100%' } : { placement: 'right' as const, width: WIDTH })}
    >
      {english && <p className={styles.summary}>{t('helpCentre.chineseOnly')}</p>}
      <ArticleText article={article} level={2} />
      {more.length > 0 && (
        <section>
          <h2 className={styles.topicTitle}>{t('helpCentre.more')}</h2>
          <ArticleLinks articles={more} current={article} />
        </section>
      )}
      <p className={styles.about}>
        <Link to={articleAddress(article)}>{t('helpCentre.whole')}</Link>
      </p>
    </Drawer>
  );
}
