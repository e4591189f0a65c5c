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
  TableOutlined,
  TeamOutlined,
  ToolOutlined,
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
  table: TableOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
  'usergroup-add': UsergroupAddOutlined,
};

/** An icon by the name a schema gives it; a table's where none has that name. */
export function iconOf(name: string): ReactNode {
  const Icon = icons[name] ?? TableOutlined;
  return <Icon />;
}
