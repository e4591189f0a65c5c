import { SafetyCertificateOutlined, UserOutlined } from '@ant-design/icons';

export const icons = {
  safetyCertificate: SafetyCertificateOutlined,
  user: UserOutlined,
};
