import { Input, Radio, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE } from '../../../../platform/contract/common.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { SMS_PURPOSE } from '../../../../platform/identity/sms.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { CodeField } from '../../../../platform/ui/web/code/CodeField.tsx';
import { Field, fieldProps } from '../../../../platform/ui/web/field/Field.tsx';
import { includesTyped } from '../../../../platform/ui/web/fields/includes-typed.ts';
import { sendRegistrationCode, type Invited } from '../../contract/registration.ts';
import { APPLICATION_KIND } from '../../rules/application.ts';
import type { FieldName, Problems, Typed } from './form.ts';
import styles from './register.module.css';

interface Props {
  typed: Typed;
  invited: Invited;
  problems: Problems;
  onChange: (next: Partial<Typed>) => void;
  onProblems: (problems: Problems) => void;
}

const SEXES = [1, 2] as const;
const idOf = (name: FieldName) => `registration-${name}`;

/** Who the student is, and the mobile where the school asks for one. */
export function PersonFields({ typed, invited, problems, onChange, onProblems }: Props) {
  const { t } = useTranslation();
  const input = (name: FieldName) => ({ ...fieldProps(idOf(name), problems[name]), size: 'large' as const });
  return (
    <>
      <Radio.Group
        className={styles.kinds ?? ''}
        aria-label={t('registration.who')}
        value={typed.kind}
        onChange={(event) => onChange({ kind: event.target.value === 'account' ? 'account' : 'enrol' })}
      >
        {Object.values(APPLICATION_KIND).map((kind) => (
          <Radio key={kind} value={kind}>
            {t(`registration.${kind}`)}
          </Radio>
        ))}
      </Radio.Group>
      <Field id={idOf('name')} label={t('registration.name')} error={problems.name} hint={t('registration.nameHint')}>
        <Input
          {...input('name')}
          autoComplete="off"
          maxLength={40}
          value={typed.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field id={idOf('no')} label={t('registration.no')} error={problems.no} hint={t('registration.noHint')}>
        <Input
          {...input('no')}
          autoComplete="off"
          maxLength={32}
          value={typed.no}
          onChange={(event) => onChange({ no: event.target.value })}
        />
      </Field>
      {typed.kind === 'enrol' && (
        <Field id={idOf('sex')} label={t('registration.sex')} error={problems.sex}>
          <Radio.Group
            id={idOf('sex')}
            aria-label={t('registration.sex')}
            value={typed.sex}
            onChange={(event) => onChange({ sex: event.target.value === 1 ? 1 : 2 })}
            options={SEXES.map((sex) => ({ value: sex, label: labelOf('sex', sex) }))}
          />
        </Field>
      )}
      {invited.class_name === undefined && (
        <Field id={idOf('classId')} label={t('registration.classLabel')} error={problems.classId}>
          <ClassSelect
            invited={invited}
            value={typed.classId}
            wrong={problems.classId !== undefined}
            onChange={(classId) => onChange({ classId })}
          />
        </Field>
      )}
      {invited.mobile_required && <MobileFields {...{ typed, invited, problems, onChange, onProblems }} />}
    </>
  );
}

interface ClassProps {
  invited: Invited;
  value: string | undefined;
  wrong: boolean;
  onChange: (classId: string) => void;
}

function ClassSelect({ invited: { classes }, value, wrong, onChange }: ClassProps) {
  const { t } = useTranslation();
  const options = useMemo(() => {
    const grades = [...new Set(classes.map(({ grade }) => grade))];
    return grades.map((grade) => ({
      label: labelOf('grade', grade),
      options: classes
        .filter((one) => one.grade === grade)
        .map(({ class_id, class_name }) => ({ value: class_id, label: class_name })),
    }));
  }, [classes]);
  return (
    <Select<string>
      id={idOf('classId')}
      size="large"
      showSearch
      filterOption={(typed, option) => includesTyped(option?.label, typed)}
      className={styles.class ?? ''}
      placeholder={t('registration.classPlaceholder')}
      aria-describedby={`${idOf('classId')}-note`}
      aria-invalid={wrong}
      status={wrong ? 'error' : ''}
      value={value ?? null}
      onChange={onChange}
      options={options}
    />
  );
}

function MobileFields({ typed, invited, problems, onChange, onProblems }: Props) {
  const { t } = useTranslation();
  const mobile = typed.mobile.trim();
  return (
    <>
      <Field
        id={idOf('mobile')}
        label={t('registration.mobile')}
        error={problems.mobile}
        hint={t('registration.mobileHint')}
      >
        <Input
          {...fieldProps(idOf('mobile'), problems.mobile)}
          size="large"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={11}
          value={typed.mobile}
          onChange={(event) => onChange({ mobile: event.target.value })}
        />
      </Field>
      <CodeField
        id={idOf('code')}
        purpose={{
          of: SMS_PURPOSE.signUp,
          send: ({ mobile: to = '', ...captcha }) =>
            call(
              sendRegistrationCode,
              { body: { mobile: to, ...captcha } },
              { quiet: true, secondaryToken: invited.secondary_token },
            ),
        }}
        who={mobile}
        value={typed.code}
        onChange={(code) => onChange({ code })}
        error={problems.code}
        mobile={() => {
          if (MOBILE.test(mobile)) return mobile;
          onProblems({ mobile: t('account.mobileRequired') });
          return undefined;
        }}
        onError={(text, field) => onProblems(field === '/mobile' ? { mobile: text } : { code: text })}
      />
    </>
  );
}
