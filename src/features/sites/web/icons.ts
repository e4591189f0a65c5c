import { GlobalOutlined } from '@ant-design/icons';

export const icons = {
  global: GlobalOutlined,
};
