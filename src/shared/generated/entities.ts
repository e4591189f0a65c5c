// Made from schemas/ by `npm run gen`. Do not edit.
import type { ClassPeriod, Grade, Sex, StudyStatus } from './enums.ts';

/** 班级 */
export interface Class {
  /** 班级编号 */
  class_id: string;
  /** 班级名称 */
  class_name: string;
  /** 学段 */
  period: ClassPeriod;
  /** 年级 */
  grade: Grade;
  /** 班号 */
  class_no?: number;
  /** 学年 */
  year_id?: string;
  /** 学年 */
  year_name?: string;
  /** 在读人数 */
  student_count?: number;
  /** 备注 */
  remark?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 学生 */
export interface Student {
  /** 学生标识 */
  child_id: string;
  /** 学籍标识 */
  student_id?: string;
  /** 姓名 */
  child_name: string;
  /** 学号 */
  student_no?: string;
  /** 性别 */
  sex?: Sex;
  /** 班级 */
  class_id?: string;
  /** 班级名称 */
  class_name?: string;
  /** 出生日期 */
  born_on?: string;
  /** 手机号码 */
  mobile?: string;
  /** 学籍状态 */
  study_status?: StudyStatus;
  /** 已注册 */
  is_register?: boolean;
  /** 更新时间 */
  updated_at?: string;
}
