import { LineChartOutlined, ScheduleOutlined } from '@ant-design/icons';

export const icons = { lineChart: LineChartOutlined, schedule: ScheduleOutlined };
