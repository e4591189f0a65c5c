import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Checkbox, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { type RoleScope } from '../../../platform/identity/role-scope.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { getTeacherRoles, putTeacherRoles, type GrantableRoles } from '../contract/teachers.ts';
import { useGrantableRoles } from './fields/use-roles.ts';
import { ScopeEditor } from './ScopeEditor.tsx';
import styles from './teacher.module.css';

/** The held roles: role id to scope. */
type HeldRoles = ReadonlyMap<number, RoleScope>;

interface EditorProps {
  formId: string;
  id: string;
  roles: GrantableRoles;
  initial: HeldRoles;
  version: string;
  onBusy: (busy: boolean) => void;
  onSaved: () => void;
}

function Editor({ formId, id, roles, initial, version, onBusy, onSaved }: EditorProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { setDirty } = useLeaveGuard();
  const [held, setHeld] = useState(initial);
  const save = useMutation({
    mutationFn: () =>
      call(
        putTeacherRoles,
        {
          params: { id },
          body: { items: [...held].map(([role_id, role_extend]) => ({ role_id, role_extend })), updated_at: version },
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
  const change = (next: HeldRoles) => {
    setHeld(next);
    setDirty(true);
  };
  const setRole = (role: number, isHeld: boolean) => {
    const next = new Map(held);
    if (isHeld) next.set(role, initial.get(role) ?? {});
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
          message={refusal.details.map(({ message: text }) => text).join('；') || refusal.message}
        />
      )}
      <p className={styles.help}>{t('teachers.rolesHelp')}</p>
      <ul className={styles.roles}>
        {roles.items.map(({ role_id, role_name, scopes }) => {
          const scope = held.get(role_id);
          return (
            <li key={role_id}>
              <Checkbox checked={scope !== undefined} onChange={({ target }) => setRole(role_id, target.checked)}>
                {role_name}
              </Checkbox>
              {scope &&
                scopes.map((key) => (
                  <ScopeEditor
                    key={key}
                    scopeKey={key}
                    value={scope}
                    schools={roles.schools}
                    onChange={(next) => change(new Map(held).set(role_id, next))}
                  />
                ))}
            </li>
          );
        })}
      </ul>
    </form>
  );
}

/** Edits all roles of a staff member with their scopes; a change takes effect on save. */
export function RolesDialog({ entity, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const displayedId = useLast(id) ?? '';
  const grantable = useGrantableRoles();
  // Loaded on every opening, so that the user does not edit outdated roles.
  const current = useQuery({
    queryKey: ['teacher-roles', displayedId],
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => call(getTeacherRoles, { params: { id: displayedId } }, { signal, quiet: true }),
  });
  const error = grantable.error ?? current.error;
  const roles = grantable.data;
  const claimed = current.data?.claimed ?? [];
  const notGrantable =
    roles &&
    current.data &&
    [...current.data.items, ...claimed].filter(({ role_id }) => !roles.items.some((role) => role.role_id === role_id));
  const ready = id !== undefined && roles && current.data && notGrantable?.length === 0;
  const saved = () => {
    onClose();
    void invalidate({ resource: entity.name, invalidates: ['list', 'many', 'detail'] });
  };
  return (
    <Sheet
      open={id !== undefined}
      title={t('teachers.rolesTitle', { name: current.data?.teacher_name ?? '' })}
      onClose={onClose}
      act={
        error || (notGrantable && notGrantable.length > 0)
          ? undefined
          : { label: t('teachers.saveRoles'), busy, form: formId, disabled: !ready }
      }
    >
      {error && (
        <FailedState
          error={error}
          onRetry={() => {
            void grantable.refetch();
            void current.refetch();
          }}
        />
      )}
      {!error && !(roles && current.data) && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {notGrantable && notGrantable.length > 0 && (
        <Alert
          type="info"
          showIcon
          message={t('teachers.notYours', { roles: notGrantable.map(({ role_name }) => role_name).join('、') })}
        />
      )}
      {claimed.length > 0 && (
        <Alert
          type="info"
          showIcon
          className={styles.help}
          message={t('teachers.claimed', { roles: claimed.map(({ role_name }) => role_name).join('、') })}
        />
      )}
      {ready && current.data && (
        <Editor
          key={current.data.updated_at}
          formId={formId}
          id={id}
          roles={roles}
          version={current.data.updated_at}
          onBusy={setBusy}
          onSaved={saved}
          initial={new Map(current.data.items.map(({ role_id, role_extend }) => [role_id, role_extend]))}
        />
      )}
    </Sheet>
  );
}
