import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { useMayAll } from '../../../platform/refine/web/use-may.ts';
import { nameKeyOf } from '../../../platform/schema/references.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import type { CaseDetail } from '../contract/cases.ts';

const CreateDialog = lazyPage(() =>
  import('../../../platform/crud/web/form/FormDialog.tsx').then((m) => m.CreateDialog),
);

/** Records that are added from a case; they join it by themselves, because it is the student's open case. */
const RECORDS = [
  { name: 'interview', area: 'intervention/interview' },
  { name: 'consultation', area: 'intervention/consultation' },
  { name: 'referral', area: 'intervention/referral' },
  { name: 'intervention', area: 'intervention' },
] as const;

const QUESTIONS = RECORDS.map(({ area }) => [area, 'create'] as const);

interface Props {
  value: Pick<CaseDetail, 'child_id' | 'child_name'>;
  onDone: () => void;
}

/** Adds an interview, a consultation, a referral or an intervention for the student of a case, above the case's page. */
export function AddRecord({ value: { child_id, child_name }, onDone }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState<string>();
  const may = useMayAll(QUESTIONS);
  const entity = useEntity(name ?? '');
  const items = RECORDS.filter(({ area }) => may(area, 'create')).map((record) => ({
    key: record.name,
    label: t(`cases.records.${record.name}`),
  }));
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown menu={{ items, onClick: ({ key }) => setName(key) }} trigger={['click']}>
        <Button>
          {t('cases.addRecord')} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {entity && (
        <CreateDialog
          key={name}
          entity={entity}
          open
          preset={{ child_id }}
          row={{ child_id, [nameKeyOf('child_id')]: child_name }}
          onClose={() => setName(undefined)}
          onCreated={onDone}
        />
      )}
    </>
  );
}
