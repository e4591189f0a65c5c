import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { palette, PRIMARY, type Mode } from '../../../platform/theme/tokens.ts';
import styles from './site.module.css';

export interface Brand {
  name: string;
  slogan: string;
  logo: string;
  color: string;
}

/** Header and sign-in in light and dark mode, with the palette derived from the chosen colour. */
export function SitePreview({ brand }: { brand: Brand }) {
  const { t } = useTranslation();
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((mode) => (
        <Sample
          key={mode}
          mode={mode}
          title={t(mode === 'light' ? 'siteSetting.previewLight' : 'siteSetting.previewDark')}
          brand={brand}
        />
      ))}
    </div>
  );
}

function Sample({ mode, title, brand: { name, slogan, logo, color } }: { mode: Mode; title: string; brand: Brand }) {
  const { t } = useTranslation();
  const colors = palette(mode, color || PRIMARY);
  const style = {
    '--background': colors.layout,
    '--surface': colors.container,
    '--line': colors.split,
    '--ink': colors.text,
    '--soft': colors.tertiary,
    '--primary': colors.primary,
    '--on': colors.onPrimary,
    '--link': colors.link,
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
