// Made from schemas/ by `npm run gen`. Do not edit.
import type { ApplicationKind, ApplicationStatus, AuditAct, AuditResource, BureauPlanStatus, CaseStatus, ClassPeriod, ConcernLevel, ConsentState, ConsultationStatus, ContactWay, CrisisCategory, CrisisLevel, DrawingTopic, DueState, EduLevel, EffectLevel, ExamPlace, ExamStatus, Grade, GuardianRelation, InterventionWay, InterviewState, InterviewWith, InvitationState, InvitationType, LibraryStatus, ProductStatus, ReferralStatus, Role, ServiceType, Sex, StudyStatus, ValidStatus, WarnProgress, WarnSource, Weekday } from './enums.ts';

/** 测评计划 */
export interface BureauPlan {
  /** 计划编号 */
  plan_id: string;
  /** 名称 */
  plan_name: string;
  /** 状态 */
  status?: BureauPlanStatus;
  /** 量表 */
  scale_ids: readonly (string)[];
  /** 常模 */
  norm_sets?: { [name: string]: string };
  /** 学校 */
  school_ids: readonly (string)[];
  /** 学段和年级 */
  grades?: readonly (string)[];
  /** 最早开始 */
  starts_at: string;
  /** 最晚结束 */
  ends_at: string;
  /** 知情同意书 */
  consent_text?: string;
  /** 结果可见范围 */
  visibility?: { student?: 'none' | 'words' | 'bands'; guardian?: 'none' | 'words' | 'bands'; class_teacher?: 'none' | 'words' | 'bands' };
  /** 给学校的说明 */
  note?: string;
  /** 学校数 */
  schools?: number;
  /** 已接受 */
  accepted?: number;
  /** 制定人 */
  created_by_name?: string;
  /** 下发时间 */
  sent_at?: string;
  /** 撤回时间 */
  withdrawn_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

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
  /** 院系 */
  college_id?: string;
  /** 专业 */
  major_id?: string;
  /** 所属院系 */
  college_name?: string;
  /** 所属专业 */
  major_name?: string;
  /** 班号 */
  class_no?: number;
  /** 学年 */
  year_id?: string;
  /** 学年 */
  year_name?: string;
  /** 在读人数 */
  student_count?: number;
  /** 班主任 */
  head_teachers?: string;
  /** 备注 */
  remark?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 院系 */
export interface College {
  /** 院系标识 */
  college_id: string;
  /** 院系名称 */
  college_name: string;
  /** 专业数 */
  major_count?: number;
  /** 班级数 */
  class_count?: number;
  /** 更新时间 */
  updated_at?: string;
}

/** 咨询 */
export interface Consultation {
  /** 记录标识 */
  consultation_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 预约时段 */
  slot: string;
  /** 咨询时间 */
  start_at?: string;
  /** 时长（分钟） */
  minutes?: number;
  /** 地点 */
  place?: string;
  /** 咨询师 */
  counsellor_id?: string;
  /** 咨询师 */
  counsellor_name?: string;
  /** 状态 */
  status?: ConsultationStatus;
  /** 待写记录 */
  unwritten?: boolean;
  /** 想谈的问题 */
  topic?: string;
  /** 咨询记录 */
  content?: string;
  /** 效果评估 */
  effect_level?: EffectLevel;
  /** 评估说明 */
  effect?: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 预约人 */
  created_by?: string;
  /** 预约人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 暂停预约 */
export interface ConsultingClosure {
  /** 暂停预约标识 */
  closure_id: string;
  /** 咨询师 */
  counsellor_name: string;
  /** 从 */
  from_on: string;
  /** 到 */
  to_on: string;
  /** 事由 */
  reason?: string;
  /** 暂停预约的咨询师 */
  created_by?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 咨询时段 */
export interface ConsultingSlot {
  /** 时段标识 */
  slot_id: string;
  /** 咨询师 */
  counsellor_name?: string;
  /** 每周 */
  weekday?: Weekday;
  /** 仅这一天 */
  on_date?: string;
  /** 开始时间 */
  starts: string;
  /** 时长（分钟） */
  minutes: number;
  /** 地点 */
  place?: string;
  /** 可以预约 */
  is_open?: boolean;
  /** 时段所属的咨询师 */
  created_by?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 危机个案 */
export interface CrisisCase {
  /** 个案编号 */
  case_id: string;
  /** 学生标识 */
  child_id?: string;
  /** 学生 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 班级名称 */
  class_name?: string;
  /** 危机等级 */
  crisis_level?: CrisisLevel;
  /** 状态 */
  status?: CaseStatus;
  /** 负责人 */
  owner_name?: string;
  /** 下一步 */
  next_on?: string;
  /** 下一步进度 */
  next_state?: DueState;
  /** 预警 */
  warn_count?: number;
  /** 立案时间 */
  opened_at?: string;
  /** 最近一步 */
  last_step_at?: string;
  /** 首次接触 */
  first_contact_at?: string;
  /** 结案时间 */
  closed_at?: string;
}

/** 分组 */
export interface CustomGroup {
  /** 分组标识 */
  group_id: string;
  /** 分组名称 */
  group_name: string;
  /** 在校成员 */
  member_count?: number;
  /** 说明 */
  remark?: string;
  /** 创建人 */
  created_by_name?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 自定义干预 */
export interface CustomIntervention {
  /** 记录标识 */
  custom_intervention_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 时间 */
  happened_at: string;
  /** 干预名称 */
  title: string;
  /** 记录 */
  content: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 记录人 */
  created_by?: string;
  /** 记录人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 部门 */
export interface Department {
  /** 部门标识 */
  department_id: string;
  /** 部门名称 */
  department_name: string;
  /** 上级部门 */
  parent_id?: string;
  /** 上级部门 */
  parent_path?: string;
  /** 位置 */
  before_id?: string;
  /** 排序 */
  position?: number;
  /** 负责人 */
  head_id?: string;
  /** 负责人 */
  head_name?: string;
  /** 教职工数 */
  teacher_count?: number;
  /** 下级部门数 */
  child_count?: number;
  /** 备注 */
  remark?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 绘画记录 */
export interface Drawing {
  /** 记录标识 */
  drawing_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 绘画时间 */
  happened_at: string;
  /** 绘画主题 */
  topic: DrawingTopic;
  /** 作品名称 */
  title?: string;
  /** 过程与画面 */
  content: string;
  /** 理解与分析 */
  meaning?: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 记录人 */
  created_by?: string;
  /** 记录人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 测评总分 */
export interface ExamTotal {
  /** 分数标识 */
  total_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 量表 */
  scale_id: 'mht' | 'scl-90' | 'sdq' | 'rcads-25' | 'rcads-47' | 'k10';
  /** 维度 */
  dimension: string;
  /** 分数 */
  score: number;
  /** 施测日期 */
  tested_on: string;
  /** 录入人 */
  created_by_name?: string;
  /** 测评编号 */
  exam_id?: string;
  /** 答卷编号 */
  child_exam_id?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 测评 */
export interface Exam {
  /** 测评编号 */
  exam_id: string;
  /** 名称 */
  exam_name: string;
  /** 状态 */
  status?: ExamStatus;
  /** 量表 */
  scale_ids: readonly (string)[];
  /** 常模 */
  norm_sets?: { [name: string]: string };
  /** 量表版本 */
  scale_versions?: { [name: string]: string };
  /** 开始时间 */
  starts_at: string;
  /** 结束时间 */
  ends_at: string;
  /** 范围 */
  scope: { grade_ids?: readonly (string)[]; class_ids?: readonly (string)[]; group_ids?: readonly (string)[]; child_ids?: readonly (string)[] };
  /** 作答地点 */
  place?: ExamPlace;
  /** 知情同意书 */
  consent_text?: string;
  /** 监护人同意 */
  consent_required?: boolean;
  /** 可重测次数 */
  retakes?: number;
  /** 结果可见范围 */
  visibility?: { student?: 'none' | 'words' | 'bands'; guardian?: 'none' | 'words' | 'bands'; class_teacher?: 'none' | 'words' | 'bands' };
  /** 值守人员 */
  duty?: readonly (string)[];
  /** 理由 */
  reasons?: { below_age?: string };
  /** 学生 */
  students?: number;
  /** 已提交 */
  submitted?: number;
  /** 制定人 */
  created_by_name?: string;
  /** 复制自 */
  copied_from?: string;
  /** 上级计划 */
  bureau_plan_id?: string;
  /** 发布时间 */
  published_at?: string;
  /** 结束于 */
  closed_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 随访 */
export interface FollowUp {
  /** 记录标识 */
  follow_up_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 所属转介 */
  referral_id?: string;
  /** 计划日期 */
  due_on: string;
  /** 进度 */
  due_state?: DueState;
  /** 随访安排 */
  plan?: string;
  /** 完成日期 */
  done_on?: string;
  /** 情况 */
  effect_level?: EffectLevel;
  /** 随访记录 */
  content?: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 记录人 */
  created_by?: string;
  /** 记录人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 监护人 */
export interface Guardian {
  /** 监护人标识 */
  guardian_id: string;
  /** 姓名 */
  guardian_name: string;
  /** 手机号码 */
  mobile?: string;
  /** 孩子 */
  children?: string;
  /** 孩子姓名 */
  child_name?: string;
  /** 孩子班级 */
  class_id?: string;
  /** 关联的孩子 */
  child_id: string;
  /** 与孩子的关系 */
  relation: GuardianRelation;
  /** 已开通账号 */
  is_register?: boolean;
  /** 备注 */
  remark?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 干预记录 */
export interface Intervention {
  /** 记录标识 */
  intervention_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 时间 */
  happened_at: string;
  /** 干预方式 */
  way: InterventionWay;
  /** 时长（分钟） */
  minutes?: number;
  /** 干预过程 */
  content: string;
  /** 干预效果 */
  effect_level?: EffectLevel;
  /** 效果说明 */
  effect?: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 记录人 */
  created_by?: string;
  /** 记录人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 访谈 */
export interface Interview {
  /** 记录标识 */
  interview_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 访谈时间 */
  happened_at: string;
  /** 访谈对象 */
  with_whom: InterviewWith;
  /** 访谈方式 */
  way: ContactWay;
  /** 时长（分钟） */
  minutes?: number;
  /** 访谈内容 */
  content: string;
  /** 评估与建议 */
  conclusion?: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 记录人 */
  created_by?: string;
  /** 记录人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 注册邀请 */
export interface Invitation {
  /** 邀请标识 */
  invitation_id: string;
  /** 生成时间 */
  made_at: string;
  /** 类型 */
  code_type?: InvitationType;
  /** 状态 */
  state?: InvitationState;
  /** 班级 */
  class_id?: string;
  /** 限定班级 */
  class_name?: string;
  /** 已注册 */
  used?: number;
  /** 最多人数 */
  max_registrations?: number;
  /** 有效期至 */
  expires_at?: string;
  /** 生成人 */
  made_by_name?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 案例 */
export interface LibraryCase {
  /** 案例编号 */
  library_id: string;
  /** 标题 */
  title: string;
  /** 问题类型 */
  category_id?: CrisisCategory;
  /** 危机等级 */
  crisis_level?: CrisisLevel;
  /** 学段 */
  period?: ClassPeriod;
  /** 性别 */
  sex?: Sex;
  /** 状态 */
  status?: LibraryStatus;
  /** 整理人 */
  author_name?: string;
  /** 入库月份 */
  released_month?: string;
}

/** 操作记录 */
export interface Log {
  /** 记录编号 */
  log_id: string;
  /** 时间 */
  at?: string;
  /** 操作人 */
  user_name?: string;
  /** 身份 */
  role_id?: Role;
  /** 操作类型 */
  act?: AuditAct;
  /** 内容类别 */
  resource?: AuditResource;
  /** 对象 */
  row_label: string;
  /** 来源地址 */
  address?: string;
  /** 修改内容 */
  changes?: string;
  /** 对象编号 */
  row_id?: string;
  /** 请求编号 */
  request_id?: string;
}

/** 专业 */
export interface Major {
  /** 专业标识 */
  major_id: string;
  /** 专业名称 */
  major_name: string;
  /** 院系 */
  college_id: string;
  /** 所属院系 */
  college_name?: string;
  /** 班级数 */
  class_count?: number;
  /** 更新时间 */
  updated_at?: string;
}

/** 转介 */
export interface Referral {
  /** 记录标识 */
  referral_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 转介日期 */
  referred_on: string;
  /** 医院 */
  hospital: string;
  /** 科室 */
  department?: string;
  /** 医院联系电话 */
  contact?: string;
  /** 已告知监护人 */
  guardian_informed?: boolean;
  /** 状态 */
  status?: ReferralStatus;
  /** 转介原因 */
  reason: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 记录人 */
  created_by?: string;
  /** 记录人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 沙盘记录 */
export interface Sandplay {
  /** 记录标识 */
  sandplay_id: string;
  /** 学生 */
  child_id: string;
  /** 学生姓名 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 所在班级 */
  class_name?: string;
  /** 制作时间 */
  happened_at: string;
  /** 第几次 */
  session_no?: number;
  /** 主题 */
  theme?: string;
  /** 过程与画面 */
  content: string;
  /** 理解与分析 */
  meaning?: string;
  /** 仅同组可见 */
  restricted?: boolean;
  /** 个案 */
  case_id?: string;
  /** 记录人 */
  created_by?: string;
  /** 记录人 */
  created_by_name?: string;
  /** 记录时间 */
  created_at?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 学校 */
export interface School {
  /** 学校编号 */
  school_id: string;
  /** 学校名称 */
  school_name: string;
  /** 教育层次 */
  edu_level?: EduLevel;
  /** 服务类型 */
  service_type?: ServiceType;
  /** 服务状态 */
  product_status?: ProductStatus;
  /** 服务到期 */
  account_expire_at?: string;
  /** 已用名额 */
  used_quota?: number;
  /** 总名额 */
  total_quota?: number;
}

/** 注册申请 */
export interface StudentApplication {
  /** 申请标识 */
  application_id: string;
  /** 学生标识 */
  child_id?: string;
  /** 邀请标识 */
  invitation_id?: string;
  /** 姓名 */
  child_name: string;
  /** 学号 */
  student_no?: string;
  /** 性别 */
  sex?: Sex;
  /** 班级 */
  class_id?: string;
  /** 所填班级 */
  class_name?: string;
  /** 事项 */
  kind?: ApplicationKind;
  /** 手机号码 */
  mobile?: string;
  /** 审核 */
  status?: ApplicationStatus;
  /** 提交时间 */
  applied_at?: string;
  /** 处理人 */
  decided_by_name?: string;
  /** 处理时间 */
  decided_at?: string;
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
  student_no: string;
  /** 性别 */
  sex?: Sex;
  /** 班级 */
  class_id?: string;
  /** 班级名称 */
  class_name?: string;
  /** 院系 */
  college_id?: string;
  /** 专业 */
  major_id?: string;
  /** 所属专业 */
  major_name?: string;
  /** 出生日期 */
  born_on?: string;
  /** 入学日期 */
  enrolled_on?: string;
  /** 身份证号 */
  id_card?: string;
  /** 手机号码 */
  mobile?: string;
  /** 家庭住址 */
  address?: string;
  /** 学籍状态 */
  study_status?: StudyStatus;
  /** 已注册 */
  is_register?: boolean;
  /** 已编班 */
  in_class?: boolean;
  /** 监护人同意 */
  guardian_consent?: ConsentState;
  /** 危机等级 */
  crisis_level?: CrisisLevel;
  /** 关注等级 */
  concern_level?: ConcernLevel;
  /** 未结个案 */
  open_case?: boolean;
  /** 最近联系 */
  last_contact?: string;
  /** 备注 */
  remark?: string;
  /** 更新时间 */
  updated_at?: string;
}

/** 教职工 */
export interface Teacher {
  /** 账号标识 */
  user_id: string;
  /** 姓名 */
  teacher_name: string;
  /** 登录名 */
  login_name: string;
  /** 工号 */
  teacher_no?: string;
  /** 角色 */
  role_id: Role;
  /** 角色 */
  role_names?: string;
  /** 性别 */
  sex?: Sex;
  /** 部门 */
  department_id?: string;
  /** 部门 */
  department_name?: string;
  /** 手机号 */
  mobile?: string;
  /** 状态 */
  enabled?: boolean;
  /** 更新时间 */
  updated_at?: string;
}

/** 预警 */
export interface Warn {
  /** 预警编号 */
  warn_id: string;
  /** 学生标识 */
  child_id?: string;
  /** 个案编号 */
  case_id?: string;
  /** 学生 */
  child_name: string;
  /** 班级 */
  class_id?: string;
  /** 学段 */
  period?: ClassPeriod;
  /** 年级 */
  grade?: Grade;
  /** 上报时班级 */
  class_name?: string;
  /** 风险类型 */
  category_id?: CrisisCategory;
  /** 核实结果 */
  valid_status?: ValidStatus;
  /** 危机等级 */
  crisis_level?: CrisisLevel;
  /** 建议等级 */
  suggested_level?: CrisisLevel;
  /** 来源 */
  source?: WarnSource;
  /** 触发规则 */
  rule?: string;
  /** 上报人 */
  reporter_name?: string;
  /** 上报时间 */
  reported_at?: string;
  /** 核实人 */
  verified_by_name?: string;
  /** 核实时间 */
  verified_at?: string;
  /** 访谈 */
  interview?: InterviewState;
  /** 进展 */
  progress?: WarnProgress;
  /** 已等 */
  waiting_minutes?: number;
  /** 已等（天） */
  waiting_days?: number;
  /** 访谈期限 */
  verdict_due?: string;
  /** 接手人 */
  acknowledged_by_name?: string;
  /** 已有人接手 */
  acknowledged?: boolean;
  /** 演练 */
  drill?: boolean;
  /** 问题描述 */
  warn_content?: string;
  /** 核实说明 */
  reason?: string;
}

/** 学年 */
export interface Year {
  /** 学年标识 */
  year_id: string;
  /** 学年名称 */
  year_name: string;
  /** 开始日期 */
  start_on: string;
  /** 结束日期 */
  end_on: string;
  /** 当前学年 */
  is_current?: boolean;
  /** 班级数 */
  class_count?: number;
  /** 升级时间 */
  rolled_at?: string;
  /** 升级操作人 */
  rolled_by_name?: string;
  /** 可以升级 */
  can_roll_over?: boolean;
  /** 更新时间 */
  updated_at?: string;
}
