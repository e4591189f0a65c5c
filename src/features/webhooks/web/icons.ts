import { SendOutlined } from '@ant-design/icons';

export const icons = {
  send: SendOutlined,
};
