import { FundOutlined } from '@ant-design/icons';

export const icons = { fund: FundOutlined };
