import { HourglassOutlined } from '@ant-design/icons';

export const icons = {
  retention: HourglassOutlined,
};
