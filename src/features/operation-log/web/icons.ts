import { HistoryOutlined } from '@ant-design/icons';

export const icons = {
  history: HistoryOutlined,
};
