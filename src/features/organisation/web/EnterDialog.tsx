import { useOne } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { failureOf, quietly } from '../../../platform/ui/web/failure.ts';
import { enterSchool } from '../contract/institutions.ts';

const WIDTH = 480;

/** Confirms entering a school; the portal then reloads in that school. */
export function EnterDialog({ entity: { name, schema }, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { identity, role } = useCurrentUser();
  const displayedId = useLast(id) ?? '';
  const { result: row } = useOne<Row>({
    resource: name,
    id: displayedId,
    ...quietly,
    queryOptions: { enabled: id !== undefined },
  });
  const school = row === undefined ? '' : rowName(schema, row);
  const enter = useMutation({
    mutationFn: () => call(enterSchool, { params: { id: displayedId } }, { quiet: true }),
    onSuccess: ({ school_id, org_type, role_id }) => {
      sessionStore.chooseForReload({ identity, org_id: school_id, org_type, role_id });
      window.location.assign('/index');
    },
  });
  const submit = useOnce(() => enter.mutateAsync());
  const close = () => {
    onClose();
    enter.reset();
  };
  return (
    <Sheet
      open={id !== undefined}
      title={t('school.enterOf', { school })}
      width={WIDTH}
      small
      onClose={close}
      act={{
        label: t('school.enter'),
        busy: enter.isPending || enter.isSuccess,
        disabled: row === undefined,
        onClick: submit,
      }}
    >
      <p>{t('school.enterText', { school, role: role?.role_name ?? '' })}</p>
      {enter.isError && <Alert type="error" showIcon role="alert" message={failureOf(enter.error).message} />}
    </Sheet>
  );
}
