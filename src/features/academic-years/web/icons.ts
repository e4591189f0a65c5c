import { CalendarOutlined } from '@ant-design/icons';

export const icons = {
  calendar: CalendarOutlined,
};
