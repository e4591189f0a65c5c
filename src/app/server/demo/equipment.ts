/** Rows of the resource that only the university has (`schemas/tenants/2003/equipment.json`). */
export const EQUIPMENT = [
  {
    equipment_name: '标准沙盘（木框）',
    kind: 'sandplay',
    amount: 4,
    bought_on: '2023-09-12',
    lendable: false,
    remark: '沙具 1200 件，放在团体室',
  },
  { equipment_name: '便携沙盘', kind: 'sandplay', amount: 6, bought_on: '2024-03-05', lendable: true },
  { equipment_name: '音乐放松椅', kind: 'relax', amount: 2, bought_on: '2022-11-20', lendable: false },
  {
    equipment_name: '生物反馈仪',
    kind: 'relax',
    amount: 3,
    bought_on: '2025-05-18',
    lendable: true,
    remark: '借出前充满电',
  },
  { equipment_name: '心理测评平板', kind: 'test', amount: 30, bought_on: '2025-08-30', lendable: true },
  { equipment_name: '宣泄人', kind: 'other', amount: 2, bought_on: '2021-10-08', lendable: false },
];
