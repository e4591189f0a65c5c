import type { ReactNode } from 'react';
import { useSite, useSiteKnown } from '../../../session/web/site.ts';
import { LanguageSwitch } from '../LanguageSwitch.tsx';
import { SiteLogo } from '../SiteLogo.tsx';
import { useTitle } from '../use-title.ts';
import { Scenery } from './Scenery.tsx';
import styles from './door.module.css';

interface Props {
  title: string;
  /** The content shows a heading of its own; the title is left to the window and to screen readers. */
  titleHidden?: boolean;
  children: ReactNode;
}

/** The frame of the public pages: brand of the site beside the content. */
export function DoorFrame({ title, titleHidden = false, children }: Props) {
  const { site_name, company_slogan } = useSite();
  const known = useSiteKnown();
  useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.brand} aria-hidden={!known}>
        <div className={known ? styles.words : `${styles.words} ${styles.unknown}`}>
          <SiteLogo size={44} />
          <p className={styles.name}>{site_name}</p>
          {company_slogan && <p className={styles.slogan}>{company_slogan}</p>}
        </div>
        <Scenery />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>
          <h1 className={titleHidden ? styles.hidden : styles.title}>{title}</h1>
          {children}
        </div>
        <div className={styles.language}>
          <LanguageSwitch />
        </div>
      </main>
    </div>
  );
}
