import { QuestionCircleOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { articlesAbout } from './articles.ts';
import { helpCentre } from './texts.zh.ts';
import { useArticles } from './use-articles.ts';
import styles from './help.module.css';

provideTexts({ helpCentre });

const HelpDrawer = lazyPage(async () => (await import('./HelpDrawer.tsx')).HelpDrawer);

interface Props {
  page: PageEntry;
  className?: string | undefined;
}

/** Opens the article about a page beside it. */
export function PageHelpButton({ page, className = styles.ask }: Props) {
  const { t } = useTranslation();
  const all = useArticles();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const [article, ...more] = articlesAbout(all, page);
  if (article === undefined) return null;
  const label = t('helpCentre.open');
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <QuestionCircleOutlined />
      </button>
      {state !== 'never' && (
        <Suspense fallback={null}>
          <HelpDrawer article={article} more={more} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
