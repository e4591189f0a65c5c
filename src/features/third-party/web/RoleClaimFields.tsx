import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { GroupControl } from '../../../platform/ui/web/fields/lazy-controls.ts';
import { CLAIM_VALUES_MAX } from '../own-contract.ts';
import { linesIn, type RoleClaimDraft } from './role-claim-draft.ts';
import styles from './own-sign-in.module.css';

interface Props {
  id: string;
  draft: RoleClaimDraft;
  /** The roles that may be chosen. */
  claimable: readonly number[];
  locked: boolean;
  errorOf: (name: string) => string | undefined;
  onChange: (draft: RoleClaimDraft) => void;
}

/** Which values of which claim give roles. */
export function RoleClaimFields({ id, draft: { claim, lines }, claimable, locked, errorOf, onChange }: Props) {
  const { t } = useTranslation();
  const chosen = lines.flatMap(({ role_id }) => (typeof role_id === 'number' ? [role_id] : []));
  const labels = Object.fromEntries([...claimable, ...chosen].map((role) => [role, labelOf('role', role)]));
  const field: FieldSchema = {
    type: 'array',
    title: t('ownSignIn.roleValues'),
    'x-kind': 'group',
    maxItems: CLAIM_VALUES_MAX,
    'x-fields': [
      { name: 'value', type: 'string', title: t('ownSignIn.roleValue'), maxLength: 128, required: true },
      {
        name: 'role_id',
        type: 'integer',
        title: t('ownSignIn.role'),
        enum: claimable,
        'x-labels': labels,
        required: true,
      },
    ],
  };
  const problems = new Map(
    lines.flatMap((_, i) =>
      ['value', 'role_id'].flatMap((name): [string, string][] => {
        const problem = errorOf(`role_claim/values/${i}/${name}`);
        return problem === undefined ? [] : [[`${i}/${name}`, problem]];
      }),
    ),
  );
  const claimError = errorOf('role_claim/claim');
  const noValues = errorOf('role_claim/values');
  return (
    <section className={styles.roles} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`} className={styles.subheading}>
        {t('ownSignIn.roleHeading')}
      </h3>
      <p className={styles.about}>{t('ownSignIn.roleAbout')}</p>
      <Field
        id={`${id}-claim`}
        label={t('ownSignIn.roleClaim')}
        hint={<span className={styles.about}>{t('ownSignIn.roleClaimHint')}</span>}
        error={claimError}
      >
        <Input
          {...fieldProps(`${id}-claim`, claimError)}
          autoComplete="off"
          spellCheck={false}
          disabled={locked}
          value={claim}
          onChange={(event) => onChange({ claim: event.target.value, lines })}
        />
      </Field>
      {noValues !== undefined && (
        <p role="alert" className={styles.problem}>
          {noValues}
        </p>
      )}
      <GroupControl
        id={`${id}-values`}
        field={field}
        value={lines}
        disabled={locked}
        problems={problems}
        onChange={(value) => onChange({ claim, lines: linesIn(value) })}
      />
    </section>
  );
}
