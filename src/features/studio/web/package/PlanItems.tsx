import { Collapse } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PackagePlan } from '../../package-contract.ts';
import { DifferenceList } from '../Differences.tsx';
import { FindingsAlert } from '../FindingsAlert.tsx';
import { Impacts } from '../Impacts.tsx';
import styles from '../studio.module.css';

type Item = PackagePlan['items'][number];

function Details({ differences, impact, findings }: Item) {
  if (findings.length > 0) return <FindingsAlert findings={findings} />;
  return (
    <>
      <DifferenceList items={differences} />
      {impact && <Impacts impact={impact} />}
    </>
  );
}

/** What a package would do with each entity; those that cannot be used are open. */
export function PlanItems({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation();
  const refused = items.filter(({ kind }) => kind === 'refused').map(({ entity }) => entity);
  return (
    <Collapse
      defaultActiveKey={refused.length > 0 ? refused : items.slice(0, 1).map(({ entity }) => entity)}
      items={items.map((item) => ({
        key: item.entity,
        label: (
          <span className={styles.version}>
            {item.title}
            <span className={item.kind === 'refused' ? styles.wrongTag : styles.tag}>
              {t(`schemaPackage.kinds.${item.kind}`)}
            </span>
          </span>
        ),
        children: <Details {...item} />,
      }))}
    />
  );
}
