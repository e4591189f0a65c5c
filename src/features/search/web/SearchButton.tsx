import { SearchOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import styles from '../../../platform/ui/web/header-icon.module.css';

const SearchDialog = lazyPage(async () => (await import('./SearchDialog.tsx')).SearchDialog);

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
const KEYS = IS_APPLE ? '⌘K' : 'Ctrl K';

/** Opens the search; so does ⌘K or Ctrl K anywhere in the portal. */
export function SearchButton({ className = styles.icon }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setState((now) => (now === 'open' ? 'closed' : 'open'));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const label = t('layout.search', { keys: KEYS });
  return (
    <>
      <button
        type="button"
        data-tour="search"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <SearchOutlined />
      </button>
      {state !== 'never' && (
        <Suspense fallback={null}>
          <SearchDialog
            open={state === 'open'}
            onClose={() => setState('closed')}
            afterClose={() => setState((now) => (now === 'closed' ? 'never' : now))}
          />
        </Suspense>
      )}
    </>
  );
}
