import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Form, InputNumber, Radio, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { orgDetails } from '../../../platform/session/contract.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { schoolAuths } from '../../organisation/public.ts';
import { createInvitation } from '../contract/invitations.ts';
import { CODE_TYPE, typesFor, VALID_MINUTES, type CodeType } from '../rules/codes.ts';
import { ClassChoice } from './ClassChoice.tsx';
import { Invitation } from './Invitation.tsx';
import { invitations } from './texts.zh.ts';
import styles from './invitations.module.css';

provideTexts({ invitations });

interface Props {
  open: boolean;
  onClose: () => void;
  afterClose?: () => void;
}
type Values = BodyOf<typeof createInvitation>;

const YEAR = 525_600;
const nameOf = (type: CodeType) => (type === CODE_TYPE.group ? 'group' : 'single');

/** Quota and abilities as they are now; the portal's own copy may be hours old. */
function useTerms(orgId: string, open: boolean) {
  return useQuery({
    queryKey: ['invitation-terms', orgId],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true };
      const [org, auths] = await Promise.all([
        call(orgDetails, { params: { id: orgId } }, options),
        call(schoolAuths, { query: { org_id: orgId } }, options),
      ]);
      return { available: org.available_quota, total: org.total_quota, types: typesFor(auths.software_auth) };
    },
    enabled: open,
    gcTime: 0,
  });
}

/** Makes an invitation, then shows its address once (`spec §2`, overlay screens). */
export function InvitationDialog({ open, onClose, afterClose }: Props) {
  const { t } = useTranslation();
  const { org } = useCurrentUser();
  const invalidate = useInvalidate();
  const [form] = Form.useForm<Values>();
  const terms = useTerms(org.org_id, open);
  const creating = useMutation({
    mutationFn: (body: Values) => call(createInvitation, { body }, { quiet: true }),
    onError: (error) => {
      const { details } = failureOf(error);
      const names = ['code_type', 'valid_minutes', 'group_max_registrations', 'class_id'] as const;
      form.setFields(
        names.flatMap((name) => {
          const detail = details.find(({ field }) => field === `/${name}`);
          return detail ? [{ name, errors: [detail.message] }] : [];
        }),
      );
    },
    onSettled: () => {
      void terms.refetch();
      void invalidate({ resource: 'invitation', invalidates: ['list'] });
    },
    gcTime: 0,
  });
  const create = useOnce(creating.mutateAsync);
  const made = creating.data;
  const { available = 0, types = [] } = terms.data ?? {};
  const possible = types.length > 0 && available > 0;
  const close = () => {
    onClose();
    creating.reset();
    form.resetFields();
    afterClose?.();
  };
  return (
    <Sheet
      open={open}
      title={t('invitations.title')}
      onClose={close}
      closeLabel={t(made ? 'common.close' : 'common.cancel')}
      {...(possible &&
        !made && {
          act: { label: t('invitations.create'), busy: creating.isPending, onClick: () => form.submit() },
        })}
    >
      {made ? (
        <Invitation made={made} orgName={org.org_name} onAnother={() => creating.reset()} onLeave={close} />
      ) : terms.error ? (
        <FailedState error={terms.error} onRetry={() => void terms.refetch()} />
      ) : terms.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : possible ? (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          onFinish={create}
          initialValues={types.length === 1 ? { code_type: types[0] } : {}}
        >
          {creating.isError && !isCancelled(creating.error) && (
            <Alert
              type="error"
              showIcon
              role="alert"
              className={styles.alert}
              message={failureOf(creating.error).message}
            />
          )}
          <p className={styles.about}>{t('invitations.about')}</p>
          <Fields
            types={types}
            available={available}
            total={terms.data.total}
            onType={() => form.resetFields(['valid_minutes'])}
          />
        </Form>
      ) : (
        <Alert
          type="warning"
          showIcon
          message={t(types.length === 0 ? 'invitations.noAbility' : 'invitations.noQuota')}
        />
      )}
    </Sheet>
  );
}

interface FieldsProps {
  types: readonly CodeType[];
  available: number;
  total: number;
  /** The validities of the types differ. */
  onType: () => void;
}

function Fields({ types, available, total, onType }: FieldsProps) {
  const { t } = useTranslation();
  const chosen = Form.useWatch<CodeType | undefined>('code_type');
  const isGroup = chosen === CODE_TYPE.group;
  return (
    <>
      <Form.Item
        name="code_type"
        label={t('invitations.type')}
        rules={[{ required: true, message: t('invitations.typeRequired') }]}
        help={chosen === undefined ? undefined : t(`invitations.typeHelp.${nameOf(chosen)}`)}
      >
        <Radio.Group
          onChange={onType}
          options={types.map((type) => ({ value: type, label: t(`invitations.types.${nameOf(type)}`) }))}
        />
      </Form.Item>
      {chosen !== undefined && (
        <Form.Item
          name="valid_minutes"
          label={t('invitations.validity')}
          rules={[{ required: true, message: t('invitations.validityRequired') }]}
        >
          <Radio.Group
            options={VALID_MINUTES[chosen].map((minutes) => ({
              value: minutes,
              label: minutes === YEAR ? t('invitations.year') : t('invitations.minutes', { count: minutes }),
            }))}
          />
        </Form.Item>
      )}
      {isGroup && (
        <Form.Item
          name="group_max_registrations"
          label={t('invitations.most')}
          extra={t('invitations.quota', { available, total })}
          rules={[
            { required: true, message: t('invitations.mostRequired') },
            {
              type: 'integer',
              min: 1,
              max: available,
              message: t('invitations.mostRange', { count: available }),
            },
          ]}
        >
          <InputNumber precision={0} className={styles.number ?? ''} inputMode="numeric" />
        </Form.Item>
      )}
      {chosen !== undefined && (
        <Form.Item name="class_id" label={t('invitations.classId')} extra={t('invitations.classHelp')}>
          <ClassChoice />
        </Form.Item>
      )}
      {!isGroup && chosen !== undefined && (
        <p className={styles.quiet}>{t('invitations.quota', { available, total })}</p>
      )}
    </>
  );
}
