import {
  FilePdfOutlined,
  LogoutOutlined,
  PauseCircleOutlined,
  SafetyCertificateOutlined,
  TrophyOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { RowsExtra } from '../../../platform/crud/web/acts/row-extra.ts';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { lazyPage } from '../../../platform/pages/web/lazy-page.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { openCrisisReport } from '../../crisis/web/crisis-dialogs.ts';
import { isAtSchool, mayBecome, STUDY } from '../rules/study-status.ts';

const ArchivesDialog = lazyPage(async () => (await import('../../archive/web/ArchivesDialog.tsx')).ArchivesDialog);
const ConsentDialog = lazyPage(async () => (await import('../../guardians/web/ConsentDialog.tsx')).ConsentDialog);
const EraseDialog = lazyPage(async () => (await import('../../privacy/web/RecordDialogs.tsx')).EraseDialog);
const GuardiansDialog = lazyPage(async () => (await import('../../guardians/web/GuardiansDialog.tsx')).GuardiansDialog);
const HistoryDialog = lazyPage(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);
const RecordDialog = lazyPage(async () => (await import('../../privacy/web/RecordDialogs.tsx')).RecordDialog);
const RegisterDialog = lazyPage(async () => (await import('./RegisterDialog.tsx')).RegisterStudentDialog);
const SwitchDialog = lazyPage(async () => (await import('./MoveDialog.tsx')).SwitchDialog);
const ResumeDialog = lazyPage(async () => (await import('./MoveDialog.tsx')).ResumeDialog);
const SuspendDialog = lazyPage(async () => (await import('./StatusDialogs.tsx')).SuspendDialog);
const LeaveDialog = lazyPage(async () => (await import('./StatusDialogs.tsx')).LeaveDialog);
const GraduateDialog = lazyPage(async () => (await import('./StatusDialogs.tsx')).GraduateDialog);

const statusOf = (row: Row) => Number(row['study_status']);
const can = (to: number) => (row: Row) => mayBecome(statusOf(row), to);

/** What is done with students beside editing and deleting, in the order of the row's menu. */
const ACTS: readonly (Omit<RowsExtra, 'label'> & {
  key: 'switch' | 'resume' | 'suspend' | 'leave' | 'graduate' | 'register' | 'history';
})[] = [
  { key: 'switch', act: 'switch-class', fits: (row) => isAtSchool(statusOf(row)), Dialog: SwitchDialog },
  { key: 'resume', act: 'study-status', fits: can(STUDY.enrolled), Dialog: ResumeDialog },
  {
    key: 'suspend',
    act: 'study-status',
    batch: true,
    icon: <PauseCircleOutlined aria-hidden />,
    fits: can(STUDY.suspended),
    Dialog: SuspendDialog,
  },
  {
    key: 'leave',
    act: 'study-status',
    batch: true,
    icon: <LogoutOutlined aria-hidden />,
    fits: can(STUDY.left),
    Dialog: LeaveDialog,
  },
  {
    key: 'graduate',
    act: 'study-status',
    batch: true,
    icon: <TrophyOutlined aria-hidden />,
    fits: can(STUDY.graduated),
    Dialog: GraduateDialog,
  },
  {
    key: 'register',
    act: 'register',
    fits: (row) => row['is_register'] !== true && isAtSchool(statusOf(row)),
    Dialog: RegisterDialog,
  },
  { key: 'history', act: 'open', fits: () => true, Dialog: HistoryDialog },
];

/** Students of a school, as far as the role reaches. */
export function StudentPage() {
  const { t } = useTranslation();
  return (
    <ResourcePage
      name="student"
      rowExtras={[
        ...ACTS.map((act) => ({ ...act, label: t(`students.acts.${act.key}`) })),
        {
          key: 'report',
          label: t('students.acts.report'),
          area: 'crisis-report',
          act: 'report',
          fits: (row) => isAtSchool(statusOf(row)),
          run: ({ child_id, child_name }) =>
            openCrisisReport({ student: { child_id: String(child_id), child_name: String(child_name) } }),
        },
        {
          key: 'guardians',
          label: t('students.acts.guardians'),
          area: 'org-manage/guardian',
          act: 'open',
          linked: true,
          Dialog: GuardiansDialog,
        },
        {
          key: 'consent',
          label: t('students.acts.consent'),
          icon: <SafetyCertificateOutlined aria-hidden />,
          act: 'open',
          batch: true,
          Dialog: ConsentDialog,
        },
        {
          key: 'archive',
          label: t('students.acts.archive'),
          area: 'student/archive',
          act: 'open',
          to: ({ child_id }) => `/student/archive?child_id=${String(child_id)}`,
        },
        {
          key: 'archives',
          label: t('students.acts.archives'),
          icon: <FilePdfOutlined aria-hidden />,
          area: 'student/archive',
          act: 'export',
          batch: true,
          Dialog: ArchivesDialog,
        },
        {
          key: 'record',
          label: t('students.acts.record'),
          area: 'student/record',
          act: 'export',
          Dialog: RecordDialog,
        },
        {
          key: 'erase',
          label: t('students.acts.erase'),
          area: 'student/record',
          act: 'delete',
          danger: true,
          fits: (row) => !isAtSchool(statusOf(row)),
          Dialog: EraseDialog,
        },
        {
          key: 'comment',
          label: t('students.acts.comment'),
          area: 'student/comment',
          act: 'open',
          to: ({ child_id }) => `/student/comment/${String(child_id)}/current`,
        },
      ]}
    />
  );
}
