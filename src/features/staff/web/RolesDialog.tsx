import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Checkbox, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RoleScope } from '../../../platform/access/role-scope.ts';
import type { RowDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { getTeacherRoles, putTeacherRoles, type GrantableRoles } from '../contract/teachers.ts';
import { useGrantableRoles } from './fields/use-roles.ts';
import { ScopeEditor } from './ScopeEditor.tsx';
import styles from './teacher.module.css';

/** Role id → what limits it; only the roles that are held. */
type Chosen = ReadonlyMap<number, RoleScope>;

interface EditorProps {
  formId: string;
  id: string;
  roles: GrantableRoles;
  start: Chosen;
  seen: string;
  onBusy: (busy: boolean) => void;
  onSaved: () => void;
}

function Editor({ formId, id, roles, start, seen, onBusy, onSaved }: EditorProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { setDirty } = useLeaveGuard();
  const [chosen, setChosen] = useState(start);
  const save = useMutation({
    mutationFn: () =>
      call(
        putTeacherRoles,
        {
          params: { id },
          body: { items: [...chosen].map(([role_id, role_extend]) => ({ role_id, role_extend })), updated_at: seen },
        },
        { quiet: true },
      ),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      setDirty(false);
      void message.success(t('crud.saved'));
      onSaved();
    },
  });
  const submit = useOnce(save.mutateAsync);
  const change = (next: Chosen) => {
    setChosen(next);
    setDirty(true);
  };
  const give = (role: number, held: boolean) => {
    const next = new Map(chosen);
    if (held) next.set(role, start.get(role) ?? {});
    else next.delete(role);
    change(next);
  };
  const refusal = save.isError ? failureOf(save.error) : undefined;
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {refusal && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.help}
          message={refusal.details.map((d) => d.message).join('；') || refusal.message}
        />
      )}
      <p className={styles.help}>{t('teachers.rolesHelp')}</p>
      <ul className={styles.roles}>
        {roles.items.map(({ role_id, role_name, scopes }) => {
          const scope = chosen.get(role_id);
          return (
            <li key={role_id}>
              <Checkbox checked={scope !== undefined} onChange={({ target }) => give(role_id, target.checked)}>
                {role_name}
              </Checkbox>
              {scope &&
                scopes.map((key) => (
                  <ScopeEditor
                    key={key}
                    scopeKey={key}
                    value={scope}
                    schools={roles.schools}
                    onChange={(next) => change(new Map(chosen).set(role_id, next))}
                  />
                ))}
            </li>
          );
        })}
      </ul>
    </form>
  );
}

/** All roles of a teacher with what limits each; in force as soon as saved. */
export function RolesDialog({ entity, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const shown = useLast(id) ?? '';
  const grantable = useGrantableRoles();
  // Read anew each time, so that nobody changes what is long gone.
  const held = useQuery({
    queryKey: ['teacher-roles', shown],
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => call(getTeacherRoles, { params: { id: shown } }, { signal, quiet: true }),
  });
  const error = grantable.error ?? held.error;
  const roles = grantable.data;
  const above =
    roles && held.data?.items.filter(({ role_id }) => !roles.items.some((role) => role.role_id === role_id));
  const ready = id !== undefined && roles && held.data && above?.length === 0;
  const saved = () => {
    onClose();
    void invalidate({ resource: entity.name, invalidates: ['list', 'many', 'detail'] });
  };
  return (
    <Sheet
      open={id !== undefined}
      title={t('teachers.rolesTitle', { name: held.data?.teacher_name ?? '' })}
      onClose={onClose}
      act={
        error || (above && above.length > 0)
          ? undefined
          : { label: t('teachers.saveRoles'), busy, form: formId, disabled: !ready }
      }
    >
      {error && (
        <FailedState
          error={error}
          onRetry={() => {
            void grantable.refetch();
            void held.refetch();
          }}
        />
      )}
      {!error && !(roles && held.data) && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {above && above.length > 0 && (
        <Alert
          type="info"
          showIcon
          message={t('teachers.notYours', { roles: above.map(({ role_name }) => role_name).join('、') })}
        />
      )}
      {ready && held.data && (
        <Editor
          key={held.data.updated_at}
          formId={formId}
          id={id}
          roles={roles}
          seen={held.data.updated_at}
          onBusy={setBusy}
          onSaved={saved}
          start={new Map(held.data.items.map(({ role_id, role_extend }) => [role_id, role_extend]))}
        />
      )}
    </Sheet>
  );
}
