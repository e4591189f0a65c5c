import { LineChartOutlined, SolutionOutlined } from '@ant-design/icons';

export const icons = { lineChart: LineChartOutlined, solution: SolutionOutlined };
