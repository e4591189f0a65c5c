import { CheckCircleOutlined, PauseCircleOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Table, Tooltip } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../platform/ui/web/Tag.tsx';
import { usePageArrows } from '../../../platform/ui/web/use-page-arrows.ts';
import type { FeatureOption, Organisation } from '../contract/organisations.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ImportDialog } from './imports/ImportDialog.tsx';
import { NewOrganisationDialog } from './NewOrganisationDialog.tsx';
import { RenewDialog } from './RenewDialog.tsx';
import { SheetDialog } from './SheetDialog.tsx';
import { ResumeDialog, SuspendDialog } from './StateDialogs.tsx';
import { EraseDialog } from './tasks/EraseDialog.tsx';
import { ExportDialog } from './tasks/ExportDialog.tsx';
import styles from './tenants.module.css';

type Doing = 'change' | 'renew' | 'suspend' | 'resume' | 'export' | 'erase';
type Making = 'one' | 'sheet' | 'import';

interface Props {
  all: readonly Organisation[];
  features: readonly FeatureOption[];
  loading: boolean;
}

const PAGE = 50;

/** The organisations, found by name or id, with what an operator does to each. */
export function OrganisationTable({ all, features, loading }: Props) {
  const { t } = useTranslation();
  const arrows = usePageArrows();
  const [wanted, setWanted] = useState('');
  const [doing, setDoing] = useState<{ what: Doing; to: Organisation }>();
  const [making, setMaking] = useState<Making>();
  const shown = useLast(doing);
  const names = new Map(all.map(({ org_id, org_name }) => [org_id, org_name]));
  const labels = new Map(features.map(({ value, label }) => [value, label]));
  const close = () => setDoing(undefined);
  const isDoing = (what: Doing) => doing?.what === what;
  const act = (what: Doing, to: Organisation) => (
    <Button type="link" onClick={() => setDoing({ what, to })}>
      {t(`platform.${what}`)}
    </Button>
  );
  const columns: ColumnsType<Organisation> = [
    {
      title: t('platform.columns.name'),
      width: 200,
      fixed: 'left',
      render: (_, { org_name, org_id }) => (
        <span className={styles.lines}>
          <span>{org_name}</span>
          <span className={styles.small}>{org_id}</span>
        </span>
      ),
    },
    { title: t('platform.columns.kind'), width: 72, render: (_, { org_type }) => labelOf('org_type', org_type) },
    {
      title: t('platform.columns.parent'),
      width: 160,
      render: (_, { parent_org_id: parent }) => (parent === undefined ? '—' : (names.get(parent) ?? parent)),
    },
    {
      title: t('platform.columns.service'),
      width: 150,
      render: (_, { service_stage, service_until: day }) => (
        <span className={styles.lines}>
          <span>{labelOf('service_stage', service_stage)}</span>
          <span className={styles.small}>{day === undefined ? t('platform.noEnd') : t('platform.until', { day })}</span>
        </span>
      ),
    },
    {
      title: t('platform.columns.features'),
      width: 96,
      render: (_, { features: opened }) =>
        opened.length === 0 ? (
          '—'
        ) : (
          <Tooltip title={opened.map((one) => labels.get(one) ?? one).join('、')}>
            <span>{t('platform.featureCount', { count: opened.length })}</span>
          </Tooltip>
        ),
    },
    {
      title: t('platform.columns.accounts'),
      width: 130,
      render: (_, { accounts }) => (
        <span className={styles.lines}>
          {accounts.map(({ identity, accounts: n }) => (
            <span key={identity} className={styles.small}>
              {labelOf('identity', identity)} {n}
            </span>
          ))}
        </span>
      ),
    },
    {
      title: t('platform.columns.state'),
      width: 200,
      render: (_, { suspended_at, suspended_for: reason }) =>
        suspended_at === undefined ? (
          <Tag look="active" icon={<CheckCircleOutlined />}>
            {t('platform.inService')}
          </Tag>
        ) : (
          <span className={styles.lines}>
            <Tag look="yellow" icon={<PauseCircleOutlined />}>
              {t('platform.suspended')}
            </Tag>
            <span className={styles.small}>{t('platform.suspendedFor', { day: dateText(suspended_at), reason })}</span>
          </span>
        ),
    },
    {
      title: t('platform.columns.acts'),
      width: 280,
      render: (_, organisation) => (
        <span className={styles.acts}>
          {act('change', organisation)}
          {act('renew', organisation)}
          {act('export', organisation)}
          {act(organisation.suspended_at === undefined ? 'suspend' : 'resume', organisation)}
          {organisation.suspended_at !== undefined && act('erase', organisation)}
        </span>
      ),
    },
  ];
  const found = all.filter(
    ({ org_id, org_name }) => org_id.includes(wanted.trim()) || org_name.includes(wanted.trim()),
  );
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <Input
          type="search"
          prefix={<SearchOutlined aria-hidden />}
          className={styles.search ?? ''}
          allowClear
          aria-label={t('platform.search')}
          placeholder={t('platform.search')}
          onChange={(event) => setWanted(event.target.value)}
        />
        <span className={styles.links}>
          <Button onClick={() => setMaking('import')}>{t('platform.imports.start')}</Button>
          <Button onClick={() => setMaking('sheet')}>{t('platform.createBySheet')}</Button>
          <Button type="primary" onClick={() => setMaking('one')}>
            {t('platform.create')}
          </Button>
        </span>
      </div>
      <Table<Organisation>
        rowKey="org_id"
        size="middle"
        loading={loading}
        columns={columns}
        dataSource={found}
        scroll={{ x: 1280 }}
        locale={{ emptyText: t('platform.none') }}
        pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false, itemRender: arrows }}
      />
      <NewOrganisationDialog
        open={making === 'one'}
        all={all}
        features={features}
        onClose={() => setMaking(undefined)}
      />
      <SheetDialog open={making === 'sheet'} onClose={() => setMaking(undefined)} />
      <ImportDialog open={making === 'import'} onClose={() => setMaking(undefined)} />
      {shown && (
        <>
          <ChangeDialog open={isDoing('change')} to={shown.to} all={all} features={features} onClose={close} />
          <RenewDialog open={isDoing('renew')} to={shown.to} onClose={close} />
          <ExportDialog open={isDoing('export')} to={shown.to} onClose={close} />
          <EraseDialog open={isDoing('erase')} to={shown.to} onClose={close} />
          <SuspendDialog open={isDoing('suspend')} to={shown.to} onClose={close} />
          <ResumeDialog open={isDoing('resume')} to={shown.to} onClose={close} />
        </>
      )}
    </div>
  );
}
