import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LayerSchool } from './use-layers.ts';
import styles from '../studio.module.css';

interface Props {
  schools: readonly LayerSchool[];
  /** The last version of the layer. */
  version: number;
  mayTakeBack: boolean;
  onTakeBack: (schools: readonly LayerSchool[]) => void;
}

function State({ school, latest }: { school: LayerSchool; latest: number }) {
  const { t } = useTranslation();
  const { state, version = 0, findings } = school;
  if (state === undefined) return <span className={styles.hint}>{t('layers.states.none')}</span>;
  if (state === 'waiting')
    return (
      <span>
        <ClockCircleOutlined aria-hidden /> {t('layers.states.waiting')}
      </span>
    );
  if (state === 'refused')
    return (
      <div>
        <span className={styles.wrong}>
          <WarningOutlined aria-hidden /> {t('layers.states.refused')}
        </span>
        {findings.map(({ pointer, reason, fix }) => (
          <div key={pointer + reason} className={styles.hint}>
            {reason}。{fix}
          </div>
        ))}
      </div>
    );
  if (version === 0)
    return (
      <span className={styles.hint}>
        <MinusCircleOutlined aria-hidden /> {t('layers.states.back')}
      </span>
    );
  return (
    <span>
      <CheckCircleOutlined aria-hidden />{' '}
      {version === latest ? t('layers.states.done', { version }) : t('layers.outdated', { version })}
    </span>
  );
}

/** How far a layer has come at each school; those that have it can be chosen to take it back. */
export function SchoolStates({ schools, version, mayTakeBack, onTakeBack }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isThere = ({ state, version: at = 0 }: LayerSchool) => state === 'done' && at > 0;
  const picked = schools.filter((school) => isThere(school) && chosen.includes(school.school_id));
  const columns: TableColumnType<LayerSchool>[] = [
    { key: 'school', title: t('layers.school'), dataIndex: 'school_name', width: '40%' },
    { key: 'state', title: t('layers.state'), render: (_, school) => <State school={school} latest={version} /> },
  ];
  return (
    <>
      <div className={styles.toolbar}>
        <h2 className={styles.heading}>{t('layers.schools')}</h2>
        {mayTakeBack && picked.length > 0 && (
          <Button danger onClick={() => onTakeBack(picked)}>
            {t('layers.takeBackVerb', { count: picked.length })}
          </Button>
        )}
      </div>
      <Table<LayerSchool>
        size="small"
        rowKey="school_id"
        columns={columns}
        dataSource={[...schools]}
        pagination={schools.length > 20 ? { pageSize: 20 } : false}
        locale={{ emptyText: t('layers.noSchools') }}
        {...(mayTakeBack && {
          rowSelection: {
            selectedRowKeys: [...chosen],
            onChange: (keys) => setChosen(keys.map(String)),
            getCheckboxProps: (school) => ({ disabled: !isThere(school), 'aria-label': school.school_name }),
          },
        })}
      />
    </>
  );
}
