import { KeyOutlined, UserAddOutlined } from '@ant-design/icons';

export const icons = {
  key: KeyOutlined,
  userAdd: UserAddOutlined,
};
