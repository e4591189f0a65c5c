import { LogoutOutlined, PauseCircleOutlined, TrophyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import type { RowsExtra } from '../../../platform/feature/web/row-extra.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { isAtSchool, mayBecome, STUDY } from '../rules/study-status.ts';

const HistoryDialog = lazyPage(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);
const RegisterDialog = lazyPage(async () => (await import('./RegisterDialog.tsx')).RegisterDialog);
const SwitchDialog = lazyPage(async () => (await import('./MoveDialog.tsx')).SwitchDialog);
const ResumeDialog = lazyPage(async () => (await import('./MoveDialog.tsx')).ResumeDialog);
const SuspendDialog = lazyPage(async () => (await import('./StatusDialogs.tsx')).SuspendDialog);
const LeaveDialog = lazyPage(async () => (await import('./StatusDialogs.tsx')).LeaveDialog);
const GraduateDialog = lazyPage(async () => (await import('./StatusDialogs.tsx')).GraduateDialog);

const statusOf = (row: Row) => Number(row['study_status']);
const canBecome = (to: number) => (row: Row) => mayBecome(statusOf(row), to);

/** The actions on students besides editing and deleting, in the order of the row menu. */
const ACTS: readonly (Omit<RowsExtra, 'label' | 'group'> & {
  enrolment?: true;
  key: 'switch' | 'resume' | 'suspend' | 'leave' | 'graduate' | 'register' | 'history';
})[] = [
  {
    key: 'switch',
    enrolment: true,
    act: 'switch-class',
    appliesTo: (row) => isAtSchool(statusOf(row)),
    Dialog: SwitchDialog,
  },
  { key: 'resume', enrolment: true, act: 'study-status', appliesTo: canBecome(STUDY.enrolled), Dialog: ResumeDialog },
  {
    key: 'suspend',
    enrolment: true,
    act: 'study-status',
    batch: true,
    icon: <PauseCircleOutlined aria-hidden />,
    appliesTo: canBecome(STUDY.suspended),
    Dialog: SuspendDialog,
  },
  {
    key: 'leave',
    enrolment: true,
    act: 'study-status',
    batch: true,
    icon: <LogoutOutlined aria-hidden />,
    appliesTo: canBecome(STUDY.left),
    Dialog: LeaveDialog,
  },
  {
    key: 'graduate',
    enrolment: true,
    act: 'study-status',
    batch: true,
    icon: <TrophyOutlined aria-hidden />,
    appliesTo: canBecome(STUDY.graduated),
    Dialog: GraduateDialog,
  },
  {
    key: 'register',
    act: 'register',
    appliesTo: (row) => row['is_register'] !== true && isAtSchool(statusOf(row)),
    Dialog: RegisterDialog,
  },
  { key: 'history', enrolment: true, act: 'open', appliesTo: () => true, Dialog: HistoryDialog },
];

/** /org-manage/student: the students in the scope of the role. Other features add their own actions. */
export function StudentPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="student"
      rowExtras={ACTS.map(({ enrolment, ...act }) => ({
        ...act,
        label: t(`students.acts.${act.key}`),
        ...(enrolment && { group: t('students.actGroups.enrolment') }),
      }))}
    />
  );
}
