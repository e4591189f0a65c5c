import { SafetyOutlined } from '@ant-design/icons';

export const icons = {
  safety: SafetyOutlined,
};
