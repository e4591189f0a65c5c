import { useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { acknowledgeWarning } from '../contract/warnings.ts';
import { VALID_STATUS, WARN_SOURCE, type WarnSource } from '../rules/crisis.ts';
import { openVerification } from './crisis-dialogs.ts';
import { cases } from './texts.zh.ts';

provideTexts({ cases });

const FIXED: Readonly<Record<WarnSource, Readonly<Record<string, string>>>> = {
  1: { source: '1' },
  2: { source: '2' },
  3: { source: '3' },
};

const isPending = (row: Row) => row['valid_status'] === VALID_STATUS.pending;
const open = (row: Row) => openVerification(String(row['warn_id']));

/** Warnings of one source, or of all; the content of a warning is shown in the verification dialog only. */
function Warns({
  page,
  source,
}: {
  page: 'warnManual' | 'warnAssessment' | 'warnSmartTalk' | 'warns';
  source?: WarnSource;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const mayVerify = useMay('crisis/warn/verify', 'verify');
  const acknowledge = useOnce(async (row: Row) => {
    try {
      const { acknowledged_by_name: name } = await call(
        acknowledgeWarning,
        { params: { id: String(row['warn_id']) } },
        { quiet: true },
      );
      void message.success(t('cases.acknowledged', { name }));
    } catch (error) {
      notifyFailure(error);
    }
    await invalidate({ resource: 'warn', invalidates: ['list'] });
  });
  return (
    <ResourcePage
      name="warn"
      title={t(`page.${page}.title`)}
      about={source && t(`page.${page}.about`)}
      fixed={source && FIXED[source]}
      rowExtras={[
        {
          key: 'verdict',
          label: t('cases.open'),
          area: 'crisis/warn/verify',
          act: 'verify',
          appliesTo: isPending,
          run: open,
        },
        { key: 'read', label: t('cases.read'), appliesTo: (row) => !mayVerify || !isPending(row), run: open },
        {
          key: 'acknowledge',
          label: t('cases.acknowledge'),
          area: 'crisis/acknowledge',
          act: 'acknowledge',
          appliesTo: (row) => row['acknowledged'] !== true && isPending(row),
          run: acknowledge,
        },
        {
          key: 'case',
          label: t('cases.toCase'),
          area: 'crisis/case',
          act: 'open',
          appliesTo: (row) => typeof row['case_id'] === 'string',
          to: (row) => `/crisis/case/${String(row['case_id'])}`,
        },
      ]}
    />
  );
}

export const ManualWarns = () => <Warns page="warnManual" source={WARN_SOURCE.manual} />;
export const AssessmentWarns = () => <Warns page="warnAssessment" source={WARN_SOURCE.assessment} />;
export const SmartTalkWarns = () => <Warns page="warnSmartTalk" source={WARN_SOURCE.smartTalk} />;
export const AllWarns = () => <Warns page="warns" />;
