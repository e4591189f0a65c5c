import { useSite } from '../../session/web/site.ts';
import styles from './SiteLogo.module.css';

/** The site's own logo, or the portal's; decoration beside the site's name. */
export function SiteLogo({ size = 32 }: { size?: number }) {
  const { logo } = useSite();
  return <img className={styles.logo} src={logo || '/icon.svg'} alt="" width={size} height={size} />;
}
