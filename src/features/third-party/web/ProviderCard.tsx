import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Input, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../../platform/contract/endpoint.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { ssoBackchannelLogout } from '../contract.ts';
import { testSso, type OwnProvider } from '../own-contract.ts';
import type { ProviderKind } from './provider-kinds.ts';
import { RemoveProvider } from './RemoveProvider.tsx';
import { draftOf, missingIn, roleClaimOf, type RoleClaimDraft } from './role-claim-draft.ts';
import { RoleClaimFields } from './RoleClaimFields.tsx';
import styles from './own-sign-in.module.css';

interface Props {
  kind: ProviderKind;
  saved: OwnProvider | undefined;
  /** The roles that a claim may give. */
  claimable: readonly number[];
  locked: boolean;
  onChanged: () => void;
}

/** The form of one provider. The stored secret is never shown; an empty field keeps it. */
export function ProviderCard({ kind: provider, saved, claimable, locked, onChanged }: Props) {
  const { kind, about, fields, givesRoles, save } = provider;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { org } = useCurrentUser();
  const id = useId();
  const [enabled, setEnabled] = useState(saved?.enabled ?? true);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, initial = '' }) => [name, saved?.settings[name] ?? initial])),
  );
  const [draft, setDraft] = useState(() => draftOf(saved?.role_claim));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const saving = useMutation({
    mutationFn: () => save({ values, enabled, roleClaim: roleClaimOf(draft) }),
    onSuccess: () => {
      void message.success(t('ownSignIn.saved'));
      onChanged();
    },
  });
  const testing = useMutation({
    mutationFn: () => call(testSso, { body: { issuer: (values['issuer'] ?? '').trim() } }, { quiet: true }),
  });
  const submit = useOnce(() => saving.mutateAsync());
  const test = useOnce(() => testing.mutateAsync());

  const error = [saving.error, testing.error].find((each) => each !== null && !isCancelled(each));
  const failure = error ? failureOf(error) : undefined;
  const errorOf = (name: string) =>
    missing.includes(name)
      ? t('ownSignIn.required')
      : failure?.details.find(({ field }) => field === `/${name}`)?.message;
  const change = (name: string, value: string) => {
    setValues({ ...values, [name]: value });
    setMissing(missing.filter((one) => one !== name));
    testing.reset();
  };
  const changeRoles = (next: RoleClaimDraft) => {
    setDraft(next);
    setMissing(missing.filter((one) => !one.startsWith('role_claim/')));
    // The lines may have moved away from the errors of the last answer.
    saving.reset();
  };
  const isEmpty = (name: string) => (values[name] ?? '').trim() === '';
  /** Whether all of these are filled in, and nothing else is missing. */
  const require = (names: readonly string[], others: readonly string[] = []): boolean => {
    saving.reset();
    testing.reset();
    const empty = [...names.filter(isEmpty), ...others];
    setMissing(empty);
    return empty.length === 0;
  };
  const general = failure && failure.details.length === 0 ? failure.message : undefined;
  const name = t(`third.names.${kind}`);
  return (
    <form
      className={styles.card}
      aria-labelledby={`${id}-heading`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const names = [
          ...fields.flatMap((one) => (one.optional ? [] : [one.name])),
          ...(saved?.has_secret ? [] : ['secret']),
        ];
        if (require(names, missingIn(draft))) submit();
      }}
    >
      <div className={styles.head}>
        <h2 id={`${id}-heading`} className={styles.heading}>
          {t(`ownSignIn.${kind}`)}
        </h2>
        {saved && (
          <Switch
            checked={enabled}
            disabled={locked}
            onChange={setEnabled}
            checkedChildren={t('ownSignIn.on')}
            unCheckedChildren={t('ownSignIn.off')}
            aria-label={t('ownSignIn.enabled')}
          />
        )}
      </div>
      <p className={styles.about}>{t(`ownSignIn.${about}`)}</p>
      {general !== undefined && <Alert type="error" showIcon role="alert" message={general} />}
      {fields.map(({ name: field, label, hint }) => (
        <Field
          key={field}
          id={`${id}-${field}`}
          label={t(`ownSignIn.${label}`)}
          hint={hint && <span className={styles.about}>{t(`ownSignIn.${hint}`)}</span>}
          error={errorOf(field)}
        >
          <Input
            {...fieldProps(`${id}-${field}`, errorOf(field))}
            autoComplete="off"
            spellCheck={false}
            disabled={locked}
            value={values[field] ?? ''}
            onChange={(e) => change(field, e.target.value)}
          />
        </Field>
      ))}
      <Field
        id={`${id}-secret`}
        label={t('ownSignIn.secret')}
        hint={
          <span className={styles.about}>{t(saved?.has_secret ? 'ownSignIn.secretKept' : 'ownSignIn.secretHint')}</span>
        }
        error={errorOf('secret')}
      >
        <Input.Password
          {...fieldProps(`${id}-secret`, errorOf('secret'))}
          autoComplete="new-password"
          disabled={locked}
          value={values['secret'] ?? ''}
          onChange={(e) => change('secret', e.target.value)}
        />
      </Field>
      {givesRoles && (
        <RoleClaimFields
          id={`${id}-roles`}
          draft={draft}
          claimable={claimable}
          locked={locked}
          errorOf={errorOf}
          onChange={changeRoles}
        />
      )}
      <div className={styles.returns}>
        <p>{t('ownSignIn.returnAddresses')}</p>
        {(kind === 'sso' ? ['/sso-login', '/login'] : ['/wwork-qr-login', '/wwork-login']).map((path) => (
          <code key={path}>{`${window.location.origin}${path}`}</code>
        ))}
        {kind === 'sso' && (
          <>
            <p>{t('ownSignIn.logoutAddress')}</p>
            <code>{`${window.location.origin}${pathOf(ssoBackchannelLogout, { org_id: org.org_id })}`}</code>
          </>
        )}
      </div>
      {testing.data && (
        <Alert
          type="success"
          showIcon
          role="status"
          message={t('ownSignIn.testDone', { issuer: testing.data.issuer })}
          description={[
            t(testing.data.pkce ? 'ownSignIn.testPkce' : 'ownSignIn.testNoPkce'),
            t(testing.data.sign_out ? 'ownSignIn.testSignOut' : 'ownSignIn.testNoSignOut'),
          ].join('；')}
        />
      )}
      {!locked && (
        <div className={styles.acts}>
          <Button type="primary" htmlType="submit" loading={saving.isPending}>
            {t('ownSignIn.save')}
          </Button>
          {kind === 'sso' && (
            <Button loading={testing.isPending} onClick={() => require(['issuer']) && test()}>
              {t('ownSignIn.test')}
            </Button>
          )}
          {saved && (
            <RemoveProvider
              kind={kind}
              title={t('ownSignIn.removeTitle', { name })}
              text={t('ownSignIn.removeText')}
              onRemoved={onChanged}
            />
          )}
        </div>
      )}
    </form>
  );
}
