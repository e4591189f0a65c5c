export { inCharge, putClassTeachers, putGradeHeads, type InCharge } from './contract/in-charge.ts';
