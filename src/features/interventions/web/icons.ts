import {
  AppstoreOutlined,
  AuditOutlined,
  FieldTimeOutlined,
  HeartOutlined,
  HighlightOutlined,
  MedicineBoxOutlined,
  ScheduleOutlined,
  SolutionOutlined,
  TagsOutlined,
} from '@ant-design/icons';

export const icons = {
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  fieldTime: FieldTimeOutlined,
  heart: HeartOutlined,
  highlight: HighlightOutlined,
  medicineBox: MedicineBoxOutlined,
  schedule: ScheduleOutlined,
  solution: SolutionOutlined,
  tags: TagsOutlined,
};
