import type { ReactNode } from 'react';
import { useSite, useSiteKnown } from '../../../../platform/session/web/site.ts';
import { SiteLogo } from '../../../../platform/ui/web/SiteLogo.tsx';
import { RoomHelp } from './RoomHelp.tsx';
import styles from './code.module.css';

/** The frame of a PC without an account: the name of the site, and help on every screen. */
export function CodeFrame({ sheetId, children }: { sheetId: string | undefined; children: ReactNode }) {
  const { site_name } = useSite();
  const known = useSiteKnown();
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span className={styles.site} data-known={known} aria-hidden={!known}>
          <SiteLogo />
          <span className={styles.name}>{site_name}</span>
        </span>
        <RoomHelp sheetId={sheetId} />
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
