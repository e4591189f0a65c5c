import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { palette, PRIMARY, type Mode } from '../../../platform/theme/web/tokens.ts';
import styles from './site.module.css';

export interface Shown {
  name: string;
  slogan: string;
  logo: string;
  color: string;
}

/**
 * Header and sign-in as they would be, in both modes, in the colours that the portal makes of the one that is wished
 * for.
 */
export function SitePreview({ shown }: { shown: Shown }) {
  const { t } = useTranslation();
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((mode) => (
        <Sample
          key={mode}
          mode={mode}
          title={t(mode === 'light' ? 'siteSetting.previewLight' : 'siteSetting.previewDark')}
          shown={shown}
        />
      ))}
    </div>
  );
}

function Sample({ mode, title, shown: { name, slogan, logo, color } }: { mode: Mode; title: string; shown: Shown }) {
  const { t } = useTranslation();
  const c = palette(mode, color || PRIMARY);
  const style = {
    '--ground': c.layout,
    '--surface': c.container,
    '--line': c.split,
    '--ink': c.text,
    '--soft': c.tertiary,
    '--primary': c.primary,
    '--on': c.onPrimary,
    '--link': c.link,
  } as CSSProperties;
  return (
    <figure className={styles.sample} style={style}>
      <figcaption className={styles.sampleTitle}>{title}</figcaption>
      <div className={styles.sampleHeader}>
        <img src={logo || '/icon.svg'} alt="" width={24} height={24} />
        <span className={styles.sampleName}>{name}</span>
        <span className={styles.sampleLink}>{t('siteSetting.previewLink')}</span>
      </div>
      <div className={styles.sampleBody}>
        <p className={styles.sampleName}>{t('siteSetting.previewSignIn')}</p>
        <p className={styles.sampleSlogan}>{slogan}</p>
        <span className={styles.sampleButton}>{t('siteSetting.previewLogin')}</span>
      </div>
    </figure>
  );
}
