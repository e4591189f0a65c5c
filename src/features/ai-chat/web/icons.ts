import { RobotOutlined } from '@ant-design/icons';

export const icons = {
  robot: RobotOutlined,
};
