import { useSite } from '../../session/web/site.ts';
import styles from './SiteLogo.module.css';

/** The logo of the site, or of the portal. Decorative: the name is beside it. */
export function SiteLogo({ size = 32 }: { size?: number }) {
  const { logo } = useSite();
  return <img className={styles.logo} src={logo || '/icon.svg'} alt="" width={size} height={size} />;
}
