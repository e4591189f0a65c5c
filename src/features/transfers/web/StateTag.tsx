import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  FieldTimeOutlined,
  FileProtectOutlined,
  RollbackOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../platform/ui/web/Tag.tsx';
import type { TransferState } from '../rules.ts';

const ICONS: Readonly<Record<TransferState, ReactNode>> = {
  waiting: <ClockCircleOutlined />,
  accepted: <CheckCircleOutlined />,
  declined: <StopOutlined />,
  withdrawn: <RollbackOutlined />,
  expired: <FieldTimeOutlined />,
  handed_out: <FileProtectOutlined />,
};

/** The state of a package as a word with an icon. */
export function StateTag({ state }: { state: TransferState }) {
  const { t } = useTranslation();
  return (
    <Tag look={state === 'waiting' || state === 'declined' ? 'yellow' : 'grey'} icon={ICONS[state]}>
      {t(`transfers.state.${state}`)}
    </Tag>
  );
}
