import { AppstoreOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { FeatureIcon } from '../../../platform/feature/web/feature-icon.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { allPages } from '../../../platform/pages/web/pages.ts';
import { PRODUCT } from '../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { STATUS_TONES } from '../../../platform/session/web/service.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { Product } from '../contract.ts';
import { dayText } from './day-text.ts';
import { useProducts } from './use-products.ts';
import styles from './applications.module.css';

/** The page of an application, where one is built. */
const pageOfProduct = (code: string): PageEntry | undefined =>
  allPages().find(({ products, load }) => load !== undefined && products?.some((one) => one === code));

/** /application-center: the applications of the organisation with their state, and those that it has not opened. */
export function ApplicationsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useProducts();
  return (
    <div className={styles.page}>
      <PageTitle title={t('page.applications.title')} about={t('page.applications.about')} />
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && <Applications opened={data.items} />}
    </div>
  );
}

const ORDER = new Map<string, number>(PRODUCT.map(({ value }, i) => [value, i]));
const placeOf = ({ product_code }: Product): number => ORDER.get(product_code.toLowerCase()) ?? ORDER.size;

function Applications({ opened }: { opened: readonly Product[] }) {
  const { t } = useTranslation();
  const { org_type } = useCurrentUser().org;
  const codes = new Set(opened.map(({ product_code }) => product_code.toLowerCase()));
  // Only schools open applications.
  const others = org_type === ORG_TYPE.school ? PRODUCT.filter(({ value }) => !codes.has(value)) : [];
  return (
    <>
      <ul className={styles.grid}>
        {opened
          .toSorted((a, b) => placeOf(a) - placeOf(b))
          .map((product) => (
            <li key={product.product_code}>
              <Opened product={product} />
            </li>
          ))}
      </ul>
      {others.length > 0 && (
        <section aria-labelledby="applications-others">
          <h2 id="applications-others" className={styles.heading}>
            {t('applications.others')}
          </h2>
          <p className={styles.about}>{t('applications.othersAbout')}</p>
          <ul className={styles.grid}>
            {others.map(({ value, label }) => (
              <li key={value} className={`${styles.card} ${styles.closed}`}>
                <span className={styles.name}>{label}</span>
                <StatusTag tone="grey">{t('applications.notOpened')}</StatusTag>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Opened({ product: { product_code, product_name, status, expire_at } }: { product: Product }) {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const page = pageOfProduct(product_code.toLowerCase());
  const open = page !== undefined && mayOpen(page);
  const content = (
    <>
      <span className={styles.icon} aria-hidden="true">
        {page?.icon ? <FeatureIcon load={page.icon} /> : <AppstoreOutlined />}
      </span>
      <span className={styles.name}>{product_name}</span>
      <StatusTag tone={STATUS_TONES[status] ?? 'grey'}>{labelOf('product_status', status)}</StatusTag>
      <span className={styles.about}>
        {[
          expire_at !== undefined && t('stages.until', { day: dayText(expire_at) }),
          !open && t(page === undefined ? 'applications.noPage' : 'applications.otherRole'),
        ]
          .filter((line) => line !== false)
          .join('　')}
      </span>
    </>
  );
  return open ? (
    <Link to={page.path} className={styles.card}>
      {content}
    </Link>
  ) : (
    <div className={`${styles.card} ${styles.closed}`}>{content}</div>
  );
}
