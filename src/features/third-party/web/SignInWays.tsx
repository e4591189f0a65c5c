import { IdcardOutlined, QqOutlined, TeamOutlined, WechatOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import type { ProviderName } from '../../../platform/outside-identity/provider.ts';
import { providers } from '../contract.ts';
import { pageOf, wayTo } from './app-version.ts';
import { CHOSEN } from './foreign-tenant.ts';
import { third } from './texts.zh.ts';
import styles from './third.module.css';

provideTexts({ third });

const ICONS: Readonly<Record<ProviderName, typeof QqOutlined>> = {
  wechat: WechatOutlined,
  qq: QqOutlined,
  wwork: TeamOutlined,
  sso: IdcardOutlined,
};

interface Offer {
  plat_source: ProviderName;
  ways: ('qr' | 'in_app')[];
  title: string;
  tenant: string;
  suite_id: string;
}

/** The query of the page that goes out to an offer. */
function queryOf({ tenant, suite_id }: Offer): string {
  const query = new URLSearchParams({ ...(tenant && { tenant }), ...(suite_id && { suite_id }) });
  return query.size === 0 ? '' : `?${query}`;
}

/** The third parties that the site offers, below the form of the sign-in. Nothing where it offers none. */
export function SignInWays() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const tenant = query.get('tenant') ?? '';
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    call(providers, { query: tenant === '' ? {} : { tenant } }, { quiet: true, signal: controller.signal }).then(
      ({ items }) => setOffers(items),
      // The form above works without them.
      () => undefined,
    );
    return () => controller.abort();
  }, [tenant]);
  const usable = offers.filter(({ plat_source, ways }) => ways.includes(wayTo(plat_source, navigator.userAgent)));
  if (usable.length === 0) return null;
  return (
    <section aria-labelledby="third-ways" className={styles.ways}>
      <h2 id="third-ways" className={styles.heading}>
        {t('third.ways')}
      </h2>
      <ul className={styles.list}>
        {usable.map((offer) => {
          const { plat_source, title } = offer;
          const Icon = ICONS[plat_source];
          const page = pageOf(plat_source, wayTo(plat_source, navigator.userAgent));
          return (
            <li key={plat_source}>
              <Link to={`${page}${queryOf(offer)}`} state={CHOSEN} className={styles.way}>
                <Icon aria-hidden />
                <span>{title || t(`third.names.${plat_source}`)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
