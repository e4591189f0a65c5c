import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import type { PageKey } from '../../../platform/feature/web/page.ts';
import type { RowExtra } from '../../../platform/feature/web/row-extra.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { records } from './texts.zh.ts';

provideTexts({ records });

const ShowDialog = lazyPage(async () => (await import('../../../platform/crud/web/show/ShowDialog.tsx')).ShowDialog);

interface Props {
  name: string;
  page: PageKey;
  rowExtras?: readonly RowExtra[];
  acts?: ReactNode;
}

const NO_EXTRAS: readonly never[] = [];

/** The list of records of one kind; each record opens in a dialog. */
export function RecordPage({ name, page, rowExtras = NO_EXTRAS, acts }: Props) {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name={name}
      title={t(`page.${page}.title`)}
      acts={acts}
      rowExtras={[
        { key: 'show', label: t('records.show'), act: 'open', linked: true, Dialog: ShowDialog },
        ...rowExtras,
      ]}
    />
  );
}

export const InterventionPage = () => <RecordPage name="intervention" page="intervention" />;
export const InterviewPage = () => <RecordPage name="interview" page="interview" />;
export const SandplayPage = () => <RecordPage name="sandplay" page="sandplay" />;
export const DrawingPage = () => <RecordPage name="drawing" page="drawing" />;
export const CustomPage = () => <RecordPage name="custom-intervention" page="custom" />;
export const FollowUpPage = () => <RecordPage name="follow-up" page="followUp" />;
