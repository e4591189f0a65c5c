import { QrcodeOutlined, UserSwitchOutlined } from '@ant-design/icons';

export const icons = {
  userAdd: UserSwitchOutlined,
  qrcode: QrcodeOutlined,
};
