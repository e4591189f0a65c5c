import { DisconnectOutlined } from '@ant-design/icons';
import { Button, Empty, Popconfirm, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GUARDIAN_RELATION } from '../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import styles from './guardian.module.css';

/** A child of a guardian, or a guardian of a child. */
export interface Link {
  id: string;
  name: string;
  about: ReactNode;
  relation: number;
}

interface Props {
  links: readonly Link[];
  empty: string;
  /** Undefined where the role may only read. */
  change?: {
    relation: (id: string, relation: number) => void;
    unlink: (id: string) => void;
    busy: boolean;
    unlinkText: (name: string) => string;
  };
}

/** The linked persons with their relation. The relation is edited in place; unlinking asks for confirmation. */
export function Links({ links, empty, change }: Props) {
  const { t } = useTranslation();
  if (links.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />;
  return (
    <ul className={styles.links}>
      {links.map(({ id, name, about, relation }) => (
        <li key={id}>
          <span className={styles.who}>
            {name}
            <small>{about}</small>
          </span>
          {change ? (
            <>
              <Select<number>
                className={styles.relation}
                aria-label={t('guardians.relationOf', { name })}
                value={relation}
                disabled={change.busy}
                options={[...GUARDIAN_RELATION]}
                onChange={(next) => change.relation(id, next)}
              />
              <Popconfirm
                title={change.unlinkText(name)}
                okText={t('guardians.unlink')}
                okButtonProps={{ danger: true }}
                onConfirm={() => change.unlink(id)}
              >
                <Button
                  type="text"
                  danger
                  disabled={change.busy}
                  icon={<DisconnectOutlined aria-hidden />}
                  aria-label={t('guardians.unlinkOf', { name })}
                  title={t('guardians.unlink')}
                />
              </Popconfirm>
            </>
          ) : (
            <span>{labelOf('guardian_relation', relation)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
