import { ApartmentOutlined, BankOutlined } from '@ant-design/icons';

export const icons = {
  apartment: ApartmentOutlined,
  bank: BankOutlined,
};
