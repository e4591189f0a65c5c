import { useQuery } from '@tanstack/react-query';
import { Alert, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { assignCase, caseOwners } from '../contract/case-work.ts';
import type { CaseDialogProps } from './case-dialog.ts';
import { useCaseAct } from './use-case-act.ts';
import styles from './case.module.css';

/** Puts a person in charge of a case; the own name comes first. */
export function AssignDialog({ value, onClose, onDone, onConflict }: CaseDialogProps) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  // What was shown on opening: the value is read again after a conflict.
  const [{ case_id: id, version, owner_id: current }] = useState(value);
  const [chosen, setChosen] = useState<string>();
  const { data, isError, isFetching } = useQuery({
    queryKey: ['case-owners', id],
    queryFn: ({ signal }) => call(caseOwners, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const people = (data?.items ?? []).filter(({ user_id }) => user_id !== current);
  const own = people.filter(({ user_id }) => user_id === user.user_id);
  const options = [...own, ...people.filter((one) => !own.includes(one))].map(({ user_id, name }) => ({
    value: user_id,
    label: user_id === user.user_id ? t('cases.ownerSelf', { name }) : name,
  }));
  const { save, busy, conflict, failure } = useCaseAct(
    (key) =>
      call(
        assignCase,
        { params: { id }, body: { owner_id: chosen ?? '', version } },
        { quiet: true, idempotencyKey: key },
      ),
    onDone,
    onConflict,
  );
  return (
    <Sheet
      open
      title={t('cases.assignTitle', { name: value.child_name })}
      onClose={onClose}
      act={{ label: t('cases.save'), busy, disabled: chosen === undefined || conflict, onClick: save }}
    >
      <div className={styles.form}>
        {failure !== undefined && (
          <Alert type="error" showIcon role="alert" message={failure} description={conflict && t('cases.reopen')} />
        )}
        {isError && <Alert type="error" showIcon role="alert" message={t('crud.loadFailed')} />}
        <p className={styles.quiet}>{t('cases.assignHelp')}</p>
        <div>
          <label htmlFor="case-owner">{t('cases.owner')}</label>
          <Select
            id="case-owner"
            style={{ width: '100%' }}
            showSearch
            optionFilterProp="label"
            loading={isFetching}
            placeholder={t('cases.ownerHint')}
            options={options}
            value={chosen}
            onChange={setChosen}
            notFoundContent={t(isFetching ? 'crud.searching' : 'cases.noOwners')}
          />
        </div>
      </div>
    </Sheet>
  );
}
