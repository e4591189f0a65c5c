import { ApiOutlined } from '@ant-design/icons';

export const icons = {
  api: ApiOutlined,
};
