import { LoginOutlined } from '@ant-design/icons';

export const icons = {
  login: LoginOutlined,
};
