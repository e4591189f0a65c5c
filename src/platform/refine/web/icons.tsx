import {
  AlertOutlined,
  ApartmentOutlined,
  BankOutlined,
  BookOutlined,
  CalendarOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  HistoryOutlined,
  IdcardOutlined,
  QrcodeOutlined,
  TableOutlined,
  TeamOutlined,
  ToolOutlined,
  UserAddOutlined,
  UsergroupAddOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactNode } from 'react';

/** The icons that a schema may name (`x-resource.icon`). */
const icons: Readonly<Record<string, ComponentType>> = {
  alert: AlertOutlined,
  apartment: ApartmentOutlined,
  bank: BankOutlined,
  book: BookOutlined,
  calendar: CalendarOutlined,
  'file-search': FileSearchOutlined,
  'file-text': FileTextOutlined,
  'folder-open': FolderOpenOutlined,
  history: HistoryOutlined,
  idcard: IdcardOutlined,
  qrcode: QrcodeOutlined,
  'user-add': UserAddOutlined,
  table: TableOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
  'usergroup-add': UsergroupAddOutlined,
};

/** The icon of that name; a table if there is none. */
export function iconOf(name: string): ReactNode {
  const Icon = icons[name] ?? TableOutlined;
  return <Icon />;
}
