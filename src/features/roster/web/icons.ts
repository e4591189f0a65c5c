import { InteractionOutlined } from '@ant-design/icons';

export const icons = {
  interaction: InteractionOutlined,
};
