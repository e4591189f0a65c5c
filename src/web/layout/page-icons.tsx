import { AlertOutlined, ApartmentOutlined, BankOutlined, BarChartOutlined, CalendarOutlined, CommentOutlined, ControlOutlined, FileTextOutlined, FolderOpenOutlined, FormOutlined, HistoryOutlined, HomeOutlined, IdcardOutlined, KeyOutlined, NodeIndexOutlined, ReadOutlined, SafetyOutlined, SolutionOutlined, TeamOutlined, UserOutlined, UsergroupAddOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { PageKey } from '../pages/table.ts';

/** Icons of the pages that menu, tabs and cards show. */
export const PAGE_ICONS: Partial<Record<PageKey, ReactNode>> = {
  index: <HomeOutlined />,
  orgManage: <ApartmentOutlined />,
  student: <IdcardOutlined />,
  class: <TeamOutlined />,
  guardian: <UserOutlined />,
  customGroup: <UsergroupAddOutlined />,
  structure: <ApartmentOutlined />,
  faculty: <ReadOutlined />,
  teacher: <SolutionOutlined />,
  year: <CalendarOutlined />,
  warnStatistics: <BarChartOutlined />,
  school: <BankOutlined />,
  intervene: <SolutionOutlined />,
  intervention: <SolutionOutlined />,
  interview: <UserOutlined />,
  consultation: <CalendarOutlined />,
  referral: <BankOutlined />,
  followUp: <HistoryOutlined />,
  sandplay: <ReadOutlined />,
  drawing: <FileTextOutlined />,
  custom: <ControlOutlined />,
  passwords: <KeyOutlined />,
  security: <SafetyOutlined />,
  escalation: <NodeIndexOutlined />,
  site: <BankOutlined />,
  studio: <ControlOutlined />,
  log: <HistoryOutlined />,
  warnManual: <AlertOutlined />,
  warnAssessment: <FormOutlined />,
  warnSmartTalk: <CommentOutlined />,
  cases: <FolderOpenOutlined />,
  article: <FileTextOutlined />,
};
