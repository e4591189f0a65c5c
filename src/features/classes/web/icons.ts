import { ReadOutlined, TeamOutlined } from '@ant-design/icons';

export const icons = {
  read: ReadOutlined,
  team: TeamOutlined,
};
