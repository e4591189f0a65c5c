import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { palette, PRIMARY, type Mode } from '../../../platform/theme/tokens.ts';
import styles from './site.module.css';

export interface Brand {
  name: string;
  slogan: string;
  logo: string;
  color: string;
  /** Below the greeting of the home page. */
  welcome: string;
  /** Under which the sign-in page looks like this; empty without one of the own. */
  host: string;
}

/**
 * The sign-in page and the layout with the home page, in light and dark mode, with the palette derived from the chosen
 * colour.
 */
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

function Sample({
  mode,
  title,
  brand: { name, slogan, logo, color, welcome, host },
}: {
  mode: Mode;
  title: string;
  brand: Brand;
}) {
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
    '--tint': colors.tint,
    '--on-tint': colors.onTint,
  } as CSSProperties;
  return (
    <figure className={styles.sample} style={style}>
      <figcaption className={styles.sampleTitle}>{title}</figcaption>
      <div className={styles.samplePage} data-sample="sign-in">
        <p className={styles.samplePart}>
          {t('siteSetting.previewSignIn')}
          {host !== '' && <span className={styles.sampleHost}>{host}</span>}
        </p>
        <div className={styles.sampleBody}>
          <img src={logo || '/icon.svg'} alt="" width={32} height={32} />
          <p className={styles.sampleName}>{name}</p>
          <p className={styles.sampleSlogan}>{slogan}</p>
          <span className={styles.sampleButton}>{t('siteSetting.previewLogin')}</span>
        </div>
      </div>
      <div className={styles.samplePage} data-sample="home">
        <p className={styles.samplePart}>{t('siteSetting.home')}</p>
        <div className={styles.sampleHeader}>
          <img src={logo || '/icon.svg'} alt="" width={24} height={24} />
          <span className={styles.sampleName}>{name}</span>
          <span className={styles.sampleLink}>{t('siteSetting.previewLink')}</span>
        </div>
        <div className={styles.sampleFrame}>
          <span className={styles.sampleMenu}>{t('siteSetting.home')}</span>
          <p className={styles.sampleWelcome}>{welcome}</p>
        </div>
      </div>
    </figure>
  );
}
