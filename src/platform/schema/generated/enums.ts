// Made from schemas/ by `npm run gen`. Do not edit.

export type Identity = 1 | 2 | 3 | 4 | 5;
export const IDENTITY: readonly { value: Identity; label: string }[] = [
  { value: 1, label: '学生' },
  { value: 2, label: '家长' },
  { value: 3, label: '教职工' },
  { value: 4, label: '系统' },
  { value: 5, label: '平台运营' },
];

export type Role = 1 | 2 | 3 | 4 | 5 | 7 | 8 | 9 | 10 | 12 | 13 | 14;
export const ROLE: readonly { value: Role; label: string }[] = [
  { value: 1, label: '机构超级管理员' },
  { value: 2, label: '机构管理员' },
  { value: 3, label: '教科室' },
  { value: 4, label: '超级管理员' },
  { value: 5, label: '管理员' },
  { value: 7, label: '普通教师' },
  { value: 8, label: '心理专职教师' },
  { value: 9, label: '年级主任' },
  { value: 10, label: '班主任' },
  { value: 12, label: '校领导' },
  { value: 13, label: '机构心理教师' },
  { value: 14, label: '德育主任' },
];

export type DefaultRole = 7;
export const DEFAULT_ROLE: readonly { value: DefaultRole; label: string }[] = [
  { value: 7, label: '普通教师' },
];

export type RosterRole = 4 | 5 | 7 | 8 | 9 | 10 | 12 | 14;
export const ROSTER_ROLE: readonly { value: RosterRole; label: string }[] = [
  { value: 4, label: 'siteAdministrator' },
  { value: 5, label: 'siteAdministrator' },
  { value: 7, label: 'teacher' },
  { value: 8, label: 'counselor' },
  { value: 9, label: 'teacher' },
  { value: 10, label: 'teacher' },
  { value: 12, label: 'principal' },
  { value: 14, label: 'siteAdministrator' },
];

export type Sex = 1 | 2;
export const SEX: readonly { value: Sex; label: string }[] = [
  { value: 1, label: '男' },
  { value: 2, label: '女' },
];

export type EduType = 1 | 2;
export const EDU_TYPE: readonly { value: EduType; label: string }[] = [
  { value: 1, label: '五四制' },
  { value: 2, label: '六三制' },
];

export type EduLevel = 1 | 2 | 3;
export const EDU_LEVEL: readonly { value: EduLevel; label: string }[] = [
  { value: 1, label: '基础教育' },
  { value: 2, label: '中等职业教育' },
  { value: 3, label: '高等教育' },
];

export type OrgType = 1 | 2 | 99;
export const ORG_TYPE: readonly { value: OrgType; label: string }[] = [
  { value: 1, label: '机构' },
  { value: 2, label: '学校' },
  { value: 99, label: '平台' },
];

export type ClassPeriod = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const CLASS_PERIOD: readonly { value: ClassPeriod; label: string }[] = [
  { value: 1, label: '幼儿园' },
  { value: 2, label: '小学' },
  { value: 3, label: '初中' },
  { value: 4, label: '高中' },
  { value: 5, label: '中职' },
  { value: 6, label: '高职' },
  { value: 7, label: '大学' },
];

export type Grade = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 101 | 102 | 103 | 501 | 502 | 503 | 601 | 602 | 603 | 701 | 702 | 703 | 704 | 705;
export const GRADE: readonly { value: Grade; label: string }[] = [
  { value: 1, label: '一年级' },
  { value: 2, label: '二年级' },
  { value: 3, label: '三年级' },
  { value: 4, label: '四年级' },
  { value: 5, label: '五年级' },
  { value: 6, label: '六年级' },
  { value: 7, label: '初一' },
  { value: 8, label: '初二' },
  { value: 9, label: '初三' },
  { value: 10, label: '高一' },
  { value: 11, label: '高二' },
  { value: 12, label: '高三' },
  { value: 101, label: '小班' },
  { value: 102, label: '中班' },
  { value: 103, label: '大班' },
  { value: 501, label: '中职一年级' },
  { value: 502, label: '中职二年级' },
  { value: 503, label: '中职三年级' },
  { value: 601, label: '高职一年级' },
  { value: 602, label: '高职二年级' },
  { value: 603, label: '高职三年级' },
  { value: 701, label: '大一' },
  { value: 702, label: '大二' },
  { value: 703, label: '大三' },
  { value: 704, label: '大四' },
  { value: 705, label: '大五' },
];

export type OrgNode = 1 | 2 | 3 | 4 | 5 | 6 | 99;
export const ORG_NODE: readonly { value: OrgNode; label: string }[] = [
  { value: 1, label: '机构' },
  { value: 2, label: '学校' },
  { value: 3, label: '年级' },
  { value: 4, label: '班级' },
  { value: 5, label: '学生' },
  { value: 6, label: '学段' },
  { value: 99, label: '公司' },
];

export type StudyStatus = 1 | 2 | 3 | 4;
export const STUDY_STATUS: readonly { value: StudyStatus; label: string }[] = [
  { value: 1, label: '在读' },
  { value: 2, label: '休学' },
  { value: 3, label: '离校' },
  { value: 4, label: '毕业' },
];

export type EnrolmentChange = 'enrol' | 'switch' | 'promote' | 'suspend' | 'resume' | 'leave' | 'graduate';
export const ENROLMENT_CHANGE: readonly { value: EnrolmentChange; label: string }[] = [
  { value: 'enrol', label: '入学' },
  { value: 'switch', label: '转班' },
  { value: 'promote', label: '升入新学年' },
  { value: 'suspend', label: '休学' },
  { value: 'resume', label: '复学' },
  { value: 'leave', label: '离校' },
  { value: 'graduate', label: '毕业' },
];

export type ConcernLevel = 0 | 1 | 2 | 3;
export const CONCERN_LEVEL: readonly { value: ConcernLevel; label: string }[] = [
  { value: 0, label: '无需关注' },
  { value: 1, label: '适当关注' },
  { value: 2, label: '持续关注' },
  { value: 3, label: '重点关注' },
];

export type GuardianRelation = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 99;
export const GUARDIAN_RELATION: readonly { value: GuardianRelation; label: string }[] = [
  { value: 0, label: '本人' },
  { value: 1, label: '父亲' },
  { value: 2, label: '母亲' },
  { value: 3, label: '爷爷' },
  { value: 4, label: '奶奶' },
  { value: 5, label: '外公' },
  { value: 6, label: '外婆' },
  { value: 99, label: '其他' },
];

export type ConsentState = 'given' | 'missing' | 'free';
export const CONSENT_STATE: readonly { value: ConsentState; label: string }[] = [
  { value: 'given', label: '已同意' },
  { value: 'missing', label: '待同意' },
  { value: 'free', label: '已满 14 周岁' },
];

export type ConsentHow = 1 | 2;
export const CONSENT_HOW: readonly { value: ConsentHow; label: string }[] = [
  { value: 1, label: '签字的纸质同意书' },
  { value: 2, label: '教职工当面或电话记录' },
];

export type ProductStatus = 0 | 1 | 2;
export const PRODUCT_STATUS: readonly { value: ProductStatus; label: string }[] = [
  { value: 0, label: '服务中' },
  { value: 1, label: '即将到期' },
  { value: 2, label: '已到期' },
];

export type ServiceType = 1 | 2;
export const SERVICE_TYPE: readonly { value: ServiceType; label: string }[] = [
  { value: 1, label: '试用' },
  { value: 2, label: '正式服务' },
];

export type ServiceStage = 'trial' | 'formal' | 'ending' | 'protection' | 'expired';
export const SERVICE_STAGE: readonly { value: ServiceStage; label: string }[] = [
  { value: 'trial', label: '试用期' },
  { value: 'formal', label: '正式服务' },
  { value: 'ending', label: '即将到期' },
  { value: 'protection', label: '保护期' },
  { value: 'expired', label: '已到期' },
];

export type Product = 'portal' | 'archives' | 'exam' | 'exam_report' | 'warning' | 'crisis' | 'intervene' | 'intervene_interview' | 'intervene_consulting' | 'intervene_referral' | 'intervene_sandplay' | 'intervene_drawing' | 'intervene_custom' | 'ai' | 'smart_talk' | 'monthly_report' | 'big_screen' | 'single_invitation_code' | 'group_invitation_code';
export const PRODUCT: readonly { value: Product; label: string }[] = [
  { value: 'portal', label: '学校与组织管理' },
  { value: 'archives', label: '心理档案' },
  { value: 'exam', label: '心理测评' },
  { value: 'exam_report', label: '测评报告' },
  { value: 'warning', label: '预警管理' },
  { value: 'crisis', label: '危机上报' },
  { value: 'intervene', label: '心理干预' },
  { value: 'intervene_interview', label: '访谈' },
  { value: 'intervene_consulting', label: '心理咨询' },
  { value: 'intervene_referral', label: '转介就医' },
  { value: 'intervene_sandplay', label: '沙盘' },
  { value: 'intervene_drawing', label: '绘画' },
  { value: 'intervene_custom', label: '自定义干预' },
  { value: 'ai', label: 'AI 助手' },
  { value: 'smart_talk', label: '智能谈心' },
  { value: 'monthly_report', label: '心理月报' },
  { value: 'big_screen', label: '数据大屏' },
  { value: 'single_invitation_code', label: '单人邀请码' },
  { value: 'group_invitation_code', label: '团体邀请码' },
];

export type AsyncFile = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export const ASYNC_FILE: readonly { value: AsyncFile; label: string }[] = [
  { value: 1, label: '团体档案' },
  { value: 2, label: '个人报告' },
  { value: 3, label: '案例库' },
  { value: 4, label: '心理月报' },
  { value: 5, label: '学生完整记录' },
  { value: 6, label: '测评结果数据' },
  { value: 7, label: '转介测评资料' },
  { value: 8, label: '测评团体报告' },
  { value: 9, label: '名册交换文件' },
];

export type MediaType = 1 | 2 | 3 | 4 | 5;
export const MEDIA_TYPE: readonly { value: MediaType; label: string }[] = [
  { value: 1, label: '图片' },
  { value: 2, label: '音频' },
  { value: 3, label: '视频' },
  { value: 4, label: '文字' },
  { value: 5, label: '文档' },
];

export type MediaFor = 1 | 2 | 3 | 4 | 5 | 9;
export const MEDIA_FOR: readonly { value: MediaFor; label: string }[] = [
  { value: 1, label: '问题描述' },
  { value: 2, label: '处理过程' },
  { value: 3, label: '咨询效果评估' },
  { value: 4, label: '公告图片' },
  { value: 5, label: '字段中的文件' },
  { value: 9, label: '转介跟进' },
];

export type FileKind = 'list' | 'statistics' | 'answers' | 'archives' | 'record' | 'results' | 'case' | 'personal_report' | 'group_report' | 'fhir' | 'monthly' | 'case_library' | 'transfer' | 'roster' | 'erasure' | 'row';
export const FILE_KIND: readonly { value: FileKind; label: string }[] = [
  { value: 'list', label: '数据列表' },
  { value: 'statistics', label: '统计表' },
  { value: 'answers', label: '问卷回答' },
  { value: 'archives', label: '学生档案' },
  { value: 'record', label: '学生完整记录' },
  { value: 'results', label: '测评结果数据' },
  { value: 'case', label: '危机个案' },
  { value: 'personal_report', label: '测评个人报告' },
  { value: 'group_report', label: '测评团体报告' },
  { value: 'fhir', label: '转介测评资料（FHIR）' },
  { value: 'monthly', label: '心理月报' },
  { value: 'case_library', label: '案例库' },
  { value: 'transfer', label: '转学摘要' },
  { value: 'roster', label: '名册交换文件（OneRoster）' },
  { value: 'erasure', label: '清除证明' },
  { value: 'row', label: '打印的记录' },
];

export type RosterProposal = 'class_left' | 'student_left' | 'student_moved' | 'teacher_left';
export const ROSTER_PROPOSAL: readonly { value: RosterProposal; label: string }[] = [
  { value: 'class_left', label: '班级不在名册中' },
  { value: 'student_left', label: '学生不在名册中' },
  { value: 'student_moved', label: '名册中的班级不同' },
  { value: 'teacher_left', label: '教职工不在名册中' },
];

export type ExportStatus = -1 | 0 | 1 | 2;
export const EXPORT_STATUS: readonly { value: ExportStatus; label: string }[] = [
  { value: -1, label: '打包失败' },
  { value: 0, label: '打包中' },
  { value: 1, label: '可下载' },
  { value: 2, label: '已失效' },
];

export type CrisisLevel = 1 | 2 | 3;
export const CRISIS_LEVEL: readonly { value: CrisisLevel; label: string }[] = [
  { value: 1, label: '一级' },
  { value: 2, label: '二级' },
  { value: 3, label: '三级' },
];

export type EscalationState = 'running' | 'acknowledged' | 'verified' | 'exhausted' | 'ended';
export const ESCALATION_STATE: readonly { value: EscalationState; label: string }[] = [
  { value: 'running', label: '等待确认' },
  { value: 'acknowledged', label: '已确认' },
  { value: 'verified', label: '已核实' },
  { value: 'exhausted', label: '无人确认' },
  { value: 'ended', label: '已结束' },
];

export type TellingChannel = 'in_app' | 'sms';
export const TELLING_CHANNEL: readonly { value: TellingChannel; label: string }[] = [
  { value: 'in_app', label: '站内通知' },
  { value: 'sms', label: '短信' },
];

export type TellingState = 'waiting' | 'told' | 'failed' | 'no_number';
export const TELLING_STATE: readonly { value: TellingState; label: string }[] = [
  { value: 'waiting', label: '待发送' },
  { value: 'told', label: '已送出' },
  { value: 'failed', label: '发送失败' },
  { value: 'no_number', label: '没有手机号' },
];

export type NoticeKind = 'warning' | 'escalated' | 'unanswered' | 'drill' | 'settled' | 'follow_up_soon' | 'follow_up_today' | 'export_ready' | 'export_failed' | 'monthly_ready' | 'talk_asked' | 'exam_open' | 'exam_consent' | 'exam_missing' | 'appointment_booked' | 'appointment_withdrawn' | 'appointment_cancelled' | 'appointment_made' | 'appointment_moved' | 'appointment_called_off' | 'bureau_plan' | 'bureau_recalled' | 'bureau_answered' | 'case_assigned' | 'case_step_soon' | 'case_step_today' | 'transfer_arrived' | 'transfer_recalled' | 'transfer_answered' | 'login_name_changed' | 'webhook_paused' | 'announcement' | 'article' | 'own_announcement' | 'own_article' | 'library_submitted' | 'library_released' | 'library_returned' | 'row_moved' | 'roster_read' | 'automation';
export const NOTICE_KIND: readonly { value: NoticeKind; label: string }[] = [
  { value: 'warning', label: '有一条新的预警待处理' },
  { value: 'escalated', label: '有一条预警超时未处理，已逐级上报给您' },
  { value: 'unanswered', label: '有一条预警至今无人接手，请立即安排处理' },
  { value: 'drill', label: '预警演练：请确认您已收到' },
  { value: 'settled', label: '您上报的预警已有处理结果' },
  { value: 'follow_up_soon', label: '明天有一次随访' },
  { value: 'follow_up_today', label: '今天有一次随访' },
  { value: 'export_ready', label: '导出的文件已打包完成，可以下载' },
  { value: 'export_failed', label: '导出的文件打包失败' },
  { value: 'monthly_ready', label: '上月的心理月报已自动生成，可以在导出任务列表下载' },
  { value: 'talk_asked', label: '有学生或家长想和老师谈一谈' },
  { value: 'exam_open', label: '有一份心理测评等您完成' },
  { value: 'exam_consent', label: '孩子的心理测评需要您的同意' },
  { value: 'exam_missing', label: '班里还有学生没有完成心理测评' },
  { value: 'appointment_booked', label: '有学生预约了您的咨询时间' },
  { value: 'appointment_withdrawn', label: '有学生取消了预约的咨询' },
  { value: 'appointment_cancelled', label: '一次预约的咨询被老师取消了，可以另选时间' },
  { value: 'appointment_made', label: '有教师将一名学生约到您的咨询时间' },
  { value: 'appointment_moved', label: '一次预约的咨询已调整时间，请查看新的时间和地点' },
  { value: 'appointment_called_off', label: '您的一次咨询预约已被其他教师取消' },
  { value: 'bureau_plan', label: '上级单位下发了一份测评计划，请答复' },
  { value: 'bureau_recalled', label: '上级单位撤回了一份测评计划' },
  { value: 'bureau_answered', label: '有学校答复了您下发的测评计划' },
  { value: 'case_assigned', label: '有一个危机个案交由您负责' },
  { value: 'case_step_soon', label: '您负责的危机个案，明天有一步工作要做' },
  { value: 'case_step_today', label: '您负责的危机个案，今天有一步工作要做' },
  { value: 'transfer_arrived', label: '有一份转入档案等待接收' },
  { value: 'transfer_recalled', label: '一份转入档案被发送学校撤回' },
  { value: 'transfer_answered', label: '您转出的档案有了结果' },
  { value: 'login_name_changed', label: '您的登录名刚刚修改过；如非本人操作，请立即修改密码并联系管理员' },
  { value: 'webhook_paused', label: '一个事件推送地址已暂停，请查看发送记录' },
  { value: 'announcement', label: '有一条新公告' },
  { value: 'article', label: '有一篇新的科普文章' },
  { value: 'own_announcement', label: '学校有一条新公告' },
  { value: 'own_article', label: '学校有一篇新的科普文章' },
  { value: 'library_submitted', label: '有一个案例等待审核入库' },
  { value: 'library_released', label: '您整理的案例已入库' },
  { value: 'library_returned', label: '您整理的案例被退回，请查看审核意见' },
  { value: 'row_moved', label: '您登记的一条记录有了新的状态' },
  { value: 'roster_read', label: '按时读取的名册有了结果，请查看' },
  { value: 'automation', label: '提醒' },
];

export type AnnouncementKind = 'announcement' | 'article';
export const ANNOUNCEMENT_KIND: readonly { value: AnnouncementKind; label: string }[] = [
  { value: 'announcement', label: '公告' },
  { value: 'article', label: '科普文章' },
];

export type AnnouncementStatus = 'draft' | 'scheduled' | 'published' | 'withdrawn';
export const ANNOUNCEMENT_STATUS: readonly { value: AnnouncementStatus; label: string }[] = [
  { value: 'draft', label: '草稿' },
  { value: 'scheduled', label: '待发布' },
  { value: 'published', label: '已发布' },
  { value: 'withdrawn', label: '已撤回' },
];

export type InterventionWay = 1 | 2 | 3 | 4 | 5 | 99;
export const INTERVENTION_WAY: readonly { value: InterventionWay; label: string }[] = [
  { value: 1, label: '个别辅导' },
  { value: 2, label: '团体辅导' },
  { value: 3, label: '家校沟通' },
  { value: 4, label: '班级干预' },
  { value: 5, label: '危机干预' },
  { value: 99, label: '其他' },
];

export type InterviewWith = 1 | 2 | 3 | 4 | 99;
export const INTERVIEW_WITH: readonly { value: InterviewWith; label: string }[] = [
  { value: 1, label: '学生本人' },
  { value: 2, label: '监护人' },
  { value: 3, label: '教师' },
  { value: 4, label: '同学' },
  { value: 99, label: '其他' },
];

export type ContactWay = 1 | 2 | 3 | 4 | 99;
export const CONTACT_WAY: readonly { value: ContactWay; label: string }[] = [
  { value: 1, label: '面谈' },
  { value: 2, label: '电话' },
  { value: 3, label: '家访' },
  { value: 4, label: '线上' },
  { value: 99, label: '其他' },
];

export type EffectLevel = 1 | 2 | 3 | 4;
export const EFFECT_LEVEL: readonly { value: EffectLevel; label: string }[] = [
  { value: 1, label: '明显好转' },
  { value: 2, label: '有所好转' },
  { value: 3, label: '没有变化' },
  { value: 4, label: '加重' },
];

export type DrawingTopic = 1 | 2 | 3 | 4 | 99;
export const DRAWING_TOPIC: readonly { value: DrawingTopic; label: string }[] = [
  { value: 1, label: '房树人' },
  { value: 2, label: '自由画' },
  { value: 3, label: '雨中人' },
  { value: 4, label: '家庭动力图' },
  { value: 99, label: '其他' },
];

export type ReferralStatus = 1 | 2 | 4 | 8 | 16 | 32 | 128;
export const REFERRAL_STATUS: readonly { value: ReferralStatus; label: string }[] = [
  { value: 1, label: '待处理' },
  { value: 2, label: '医院已接收' },
  { value: 4, label: '治疗中' },
  { value: 8, label: '治疗结束' },
  { value: 16, label: '已返校' },
  { value: 32, label: '医院未接收' },
  { value: 128, label: '已结案' },
];

export type ConsultationStatus = 1 | 2 | 3 | 4;
export const CONSULTATION_STATUS: readonly { value: ConsultationStatus; label: string }[] = [
  { value: 1, label: '已预约' },
  { value: 2, label: '已完成' },
  { value: 3, label: '已取消' },
  { value: 4, label: '未到' },
];

export type DueState = 'overdue' | 'today' | 'soon' | 'later' | 'done';
export const DUE_STATE: readonly { value: DueState; label: string }[] = [
  { value: 'overdue', label: '已过期' },
  { value: 'today', label: '今天' },
  { value: 'soon', label: '三天内' },
  { value: 'later', label: '未到期' },
  { value: 'done', label: '已完成' },
];

export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const WEEKDAY: readonly { value: Weekday; label: string }[] = [
  { value: 1, label: '周一' },
  { value: 2, label: '周二' },
  { value: 3, label: '周三' },
  { value: 4, label: '周四' },
  { value: 5, label: '周五' },
  { value: 6, label: '周六' },
  { value: 7, label: '周日' },
];

export type BureauPlanStatus = 'draft' | 'sent' | 'closed';
export const BUREAU_PLAN_STATUS: readonly { value: BureauPlanStatus; label: string }[] = [
  { value: 'draft', label: '草稿' },
  { value: 'sent', label: '已下发' },
  { value: 'closed', label: '已结束' },
];

export type BureauAnswer = 'waiting' | 'accepted' | 'declined';
export const BUREAU_ANSWER: readonly { value: BureauAnswer; label: string }[] = [
  { value: 'waiting', label: '待答复' },
  { value: 'accepted', label: '已接受' },
  { value: 'declined', label: '不参加' },
];

export type ExamStatus = 'draft' | 'published' | 'running' | 'closed' | 'archived';
export const EXAM_STATUS: readonly { value: ExamStatus; label: string }[] = [
  { value: 'draft', label: '草稿' },
  { value: 'published', label: '已发布' },
  { value: 'running', label: '进行中' },
  { value: 'closed', label: '已结束' },
  { value: 'archived', label: '已归档' },
];

export type ExamVisibility = 'none' | 'words' | 'bands';
export const EXAM_VISIBILITY: readonly { value: ExamVisibility; label: string }[] = [
  { value: 'none', label: '不可见' },
  { value: 'words', label: '文字说明' },
  { value: 'bands', label: '说明和等级' },
];

export type ExamPlace = 1 | 2 | 3;
export const EXAM_PLACE: readonly { value: ExamPlace; label: string }[] = [
  { value: 1, label: '学生自己的设备' },
  { value: 2, label: '学校机房' },
  { value: 3, label: '两种都可以' },
];

export type TalkStatus = 1 | 2 | 3;
export const TALK_STATUS: readonly { value: TalkStatus; label: string }[] = [
  { value: 1, label: '待联系' },
  { value: 2, label: '已安排' },
  { value: 3, label: '已结束' },
];

export type WarnProgress = 'waiting' | 'taken' | 'overdue';
export const WARN_PROGRESS: readonly { value: WarnProgress; label: string }[] = [
  { value: 'waiting', label: '待接手' },
  { value: 'taken', label: '已接手' },
  { value: 'overdue', label: '超时' },
];

export type InterviewState = 'due' | 'overdue';
export const INTERVIEW_STATE: readonly { value: InterviewState; label: string }[] = [
  { value: 'due', label: '待访谈' },
  { value: 'overdue', label: '访谈已逾期' },
];

export type WarnSource = 1 | 2 | 3;
export const WARN_SOURCE: readonly { value: WarnSource; label: string }[] = [
  { value: 1, label: '人工上报' },
  { value: 2, label: '测评预警' },
  { value: 3, label: '智能谈心' },
];

export type ValidStatus = 0 | 1 | 2;
export const VALID_STATUS: readonly { value: ValidStatus; label: string }[] = [
  { value: 0, label: '待核实' },
  { value: 1, label: '有效' },
  { value: 2, label: '无效' },
];

export type WarnSourceType = 1 | 2;
export const WARN_SOURCE_TYPE: readonly { value: WarnSourceType; label: string }[] = [
  { value: 1, label: '日常发现' },
  { value: 2, label: '咨询中发现' },
];

export type CaseStatus = 1 | 2;
export const CASE_STATUS: readonly { value: CaseStatus; label: string }[] = [
  { value: 1, label: '跟进中' },
  { value: 2, label: '已结案' },
];

export type LibraryStatus = 1 | 2 | 3 | 4;
export const LIBRARY_STATUS: readonly { value: LibraryStatus; label: string }[] = [
  { value: 1, label: '草稿' },
  { value: 2, label: '待审核' },
  { value: 3, label: '已入库' },
  { value: 4, label: '已退回' },
];

export type CaseStepKind = 'report' | 'verify' | 'level' | 'note' | 'family' | 'reassess' | 'intervention' | 'interview' | 'consultation' | 'referral' | 'follow_up' | 'sandplay' | 'drawing' | 'custom' | 'close' | 'informed' | 'owner' | 'next_step' | 'safety_plan';
export const CASE_STEP_KIND: readonly { value: CaseStepKind; label: string }[] = [
  { value: 'report', label: '上报' },
  { value: 'verify', label: '核实' },
  { value: 'level', label: '调整等级' },
  { value: 'note', label: '跟进记录' },
  { value: 'family', label: '家校联系' },
  { value: 'reassess', label: '复评' },
  { value: 'intervention', label: '干预' },
  { value: 'interview', label: '访谈' },
  { value: 'consultation', label: '心理咨询' },
  { value: 'referral', label: '转介就医' },
  { value: 'follow_up', label: '随访' },
  { value: 'sandplay', label: '沙盘' },
  { value: 'drawing', label: '绘画' },
  { value: 'custom', label: '自定义干预' },
  { value: 'close', label: '结案' },
  { value: 'informed', label: '告知监护人和班主任' },
  { value: 'owner', label: '确定负责人' },
  { value: 'next_step', label: '下一步' },
  { value: 'safety_plan', label: '安全计划' },
];

export type ContactResult = 1 | 2 | 3 | 4;
export const CONTACT_RESULT: readonly { value: ContactResult; label: string }[] = [
  { value: 1, label: '已沟通' },
  { value: 2, label: '未联系上' },
  { value: 3, label: '约定再联系' },
  { value: 4, label: '不愿配合' },
];

export type InformedWho = 'guardian' | 'class_teacher';
export const INFORMED_WHO: readonly { value: InformedWho; label: string }[] = [
  { value: 'guardian', label: '监护人' },
  { value: 'class_teacher', label: '班主任' },
];

export type InformedHow = 1 | 2 | 3 | 4 | 5;
export const INFORMED_HOW: readonly { value: InformedHow; label: string }[] = [
  { value: 1, label: '电话' },
  { value: 2, label: '当面' },
  { value: 3, label: '家访' },
  { value: 4, label: '短信或微信' },
  { value: 5, label: '其他' },
];

export type RoleGroup = 'administration' | 'psychology' | 'leadership' | 'homeroom';
export const ROLE_GROUP: readonly { value: RoleGroup; label: string }[] = [
  { value: 'administration', label: '管理员' },
  { value: 'psychology', label: '心理教师' },
  { value: 'leadership', label: '校领导与德育' },
  { value: 'homeroom', label: '年级主任与班主任' },
];

export type CrisisCategory = 'suicide' | 'self_harm' | 'harm_others' | 'emotion' | 'psychosis' | 'trauma' | 'bullying' | 'family' | 'runaway' | 'addiction' | 'adaptation' | 'other';
export const CRISIS_CATEGORY: readonly { value: CrisisCategory; label: string }[] = [
  { value: 'suicide', label: '自杀意念或行为' },
  { value: 'self_harm', label: '自伤行为' },
  { value: 'harm_others', label: '伤人冲动或行为' },
  { value: 'emotion', label: '严重情绪问题' },
  { value: 'psychosis', label: '精神异常表现' },
  { value: 'trauma', label: '重大丧失或创伤' },
  { value: 'bullying', label: '欺凌与被欺凌' },
  { value: 'family', label: '家庭变故或虐待' },
  { value: 'runaway', label: '出走或失联' },
  { value: 'addiction', label: '成瘾行为' },
  { value: 'adaptation', label: '学业与适应困难' },
  { value: 'other', label: '其他' },
];

export type ImportStatus = 'reading' | 'ready' | 'refused' | 'cancelled' | 'writing' | 'done' | 'stopped' | 'undoing' | 'undone';
export const IMPORT_STATUS: readonly { value: ImportStatus; label: string }[] = [
  { value: 'reading', label: '读取中' },
  { value: 'ready', label: '待确认' },
  { value: 'refused', label: '不能导入' },
  { value: 'cancelled', label: '已取消' },
  { value: 'writing', label: '写入中' },
  { value: 'done', label: '已完成' },
  { value: 'stopped', label: '已中断' },
  { value: 'undoing', label: '撤销中' },
  { value: 'undone', label: '已撤销' },
];

export type ImportOutcome = 'new' | 'changed' | 'same' | 'wrong';
export const IMPORT_OUTCOME: readonly { value: ImportOutcome; label: string }[] = [
  { value: 'new', label: '新增' },
  { value: 'changed', label: '有变化' },
  { value: 'same', label: '无变化' },
  { value: 'wrong', label: '有错误' },
];

export type ImportRowState = 'written' | 'refused' | 'undone' | 'kept';
export const IMPORT_ROW_STATE: readonly { value: ImportRowState; label: string }[] = [
  { value: 'written', label: '已写入' },
  { value: 'refused', label: '未写入' },
  { value: 'undone', label: '已撤销' },
  { value: 'kept', label: '保留' },
];

export type PasswordSkip = 'unknown' | 'unregistered' | 'disabled' | 'left' | 'staff' | 'above' | 'own' | 'elsewhere' | 'ambiguous';
export const PASSWORD_SKIP: readonly { value: PasswordSkip; label: string }[] = [
  { value: 'unknown', label: '没有这个学号或账号' },
  { value: 'unregistered', label: '未开通账号' },
  { value: 'disabled', label: '账号已停用' },
  { value: 'left', label: '已离校或毕业' },
  { value: 'staff', label: '教职工或监护人账号，不在这里修改' },
  { value: 'above', label: '您不能管理的角色' },
  { value: 'own', label: '您自己的账号，请由其他管理员设置' },
  { value: 'elsewhere', label: '还有其他身份或学校，请本人修改' },
  { value: 'ambiguous', label: '对应多名学生，请改用账号' },
];

export type PasswordBatch = 'preparing' | 'ready' | 'in_effect' | 'received' | 'cancelled' | 'expired' | 'failed';
export const PASSWORD_BATCH: readonly { value: PasswordBatch; label: string }[] = [
  { value: 'preparing', label: '正在生成' },
  { value: 'ready', label: '待领取' },
  { value: 'in_effect', label: '已启用，待确认' },
  { value: 'received', label: '已完成' },
  { value: 'cancelled', label: '已取消' },
  { value: 'expired', label: '已过期' },
  { value: 'failed', label: '失败' },
];

export type SecurityModule = 'watermark' | 'desensitization' | 'authorization_secondary';
export const SECURITY_MODULE: readonly { value: SecurityModule; label: string }[] = [
  { value: 'watermark', label: '页面水印' },
  { value: 'desensitization', label: '信息脱敏' },
  { value: 'authorization_secondary', label: '身份验证' },
];

export type ProtectedArea = 'batch_modify_password' | 'teacher_manage_passwords' | 'student_archive' | 'student_comment' | 'exam' | 'screening_result' | 'intervention' | 'intervention_interview' | 'intervention_consultation' | 'intervention_referral' | 'intervention_sandplay' | 'intervention_drawing' | 'intervention_custom' | 'warning_statistics' | 'warning_manual' | 'warning_assessment' | 'warning_smart_talk' | 'crisis_case' | 'case_library' | 'screening_report' | 'screening_area_report' | 'screening_school_report' | 'screening_totals' | 'report_monthly';
export const PROTECTED_AREA: readonly { value: ProtectedArea; label: string }[] = [
  { value: 'batch_modify_password', label: '批量修改密码' },
  { value: 'teacher_manage_passwords', label: '新教职工密码' },
  { value: 'student_archive', label: '心理健康档案' },
  { value: 'student_comment', label: '班主任评语' },
  { value: 'exam', label: '测评与报告' },
  { value: 'screening_result', label: '筛查结果' },
  { value: 'intervention', label: '心理干预与随访' },
  { value: 'intervention_interview', label: '访谈' },
  { value: 'intervention_consultation', label: '心理咨询' },
  { value: 'intervention_referral', label: '转介就医' },
  { value: 'intervention_sandplay', label: '沙盘' },
  { value: 'intervention_drawing', label: '绘画' },
  { value: 'intervention_custom', label: '自定义干预' },
  { value: 'warning_statistics', label: '预警统计' },
  { value: 'warning_manual', label: '人工上报预警' },
  { value: 'warning_assessment', label: '测评预警' },
  { value: 'warning_smart_talk', label: '智能谈心预警' },
  { value: 'crisis_case', label: '危机个案' },
  { value: 'case_library', label: '案例库' },
  { value: 'screening_report', label: '团体报告' },
  { value: 'screening_area_report', label: '区域报告' },
  { value: 'screening_school_report', label: '学校报告' },
  { value: 'screening_totals', label: '测评总分导入' },
  { value: 'report_monthly', label: '心理月报' },
];

export type RoleFlag = 'student_report_view' | 'student_risk_view' | 'head_class_teacher_check_wraning';
export const ROLE_FLAG: readonly { value: RoleFlag; label: string }[] = [
  { value: 'student_report_view', label: '查看学生测评报告' },
  { value: 'student_risk_view', label: '查看学生风险等级' },
  { value: 'head_class_teacher_check_wraning', label: '核实预警' },
];

export type InvitationType = 1 | 2;
export const INVITATION_TYPE: readonly { value: InvitationType; label: string }[] = [
  { value: 1, label: '单人' },
  { value: 2, label: '团体' },
];

export type InvitationState = 'open' | 'used_up' | 'expired' | 'revoked';
export const INVITATION_STATE: readonly { value: InvitationState; label: string }[] = [
  { value: 'open', label: '可使用' },
  { value: 'used_up', label: '已用完' },
  { value: 'expired', label: '已过期' },
  { value: 'revoked', label: '已停用' },
];

export type ApplicationKind = 'enrol' | 'account';
export const APPLICATION_KIND: readonly { value: ApplicationKind; label: string }[] = [
  { value: 'enrol', label: '新学生注册' },
  { value: 'account', label: '为在册学生开通账号' },
];

export type ApplicationStatus = 'pending' | 'accepted' | 'refused';
export const APPLICATION_STATUS: readonly { value: ApplicationStatus; label: string }[] = [
  { value: 'pending', label: '待审核' },
  { value: 'accepted', label: '已通过' },
  { value: 'refused', label: '未通过' },
];

export type AuditAct = 'create' | 'update' | 'delete' | 'export' | 'import' | 'undo_import' | 'remove_watermark' | 'reset_password' | 'enrol_authenticator' | 'remove_authenticator' | 'reset_authenticator' | 'change_password' | 'sign_in' | 'sign_out' | 'roll_over' | 'enter' | 'leave' | 'publish' | 'purge' | 'rotate_key' | 'service' | 'renew' | 'countersign' | 'read' | 'reveal' | 'ask' | 'verify_failed' | 'escalate' | 'consent' | 'withdraw' | 'erase' | 'verify' | 'acknowledge' | 'close' | 'end' | 'put_away' | 'remind' | 'make_up' | 'release' | 'install' | 'confirm' | 'send' | 'recall' | 'accept' | 'decline' | 'approve' | 'refuse' | 'quarantine' | 'restore' | 'hold' | 'lift_hold' | 'bind' | 'unbind' | 'revoke' | 'hand_over' | 'arrive' | 'take_in' | 'turn_back' | 'propose_erasure' | 'suspend' | 'resume' | 'enrol_passkey' | 'remove_passkey' | 'schedule' | 'unschedule' | 'propose' | 'submit' | 'take_out' | 'run';
export const AUDIT_ACT: readonly { value: AuditAct; label: string }[] = [
  { value: 'create', label: '新增' },
  { value: 'update', label: '修改' },
  { value: 'delete', label: '删除' },
  { value: 'export', label: '导出' },
  { value: 'import', label: '导入' },
  { value: 'undo_import', label: '撤销导入' },
  { value: 'remove_watermark', label: '去除水印' },
  { value: 'reset_password', label: '重设密码' },
  { value: 'enrol_authenticator', label: '启用动态口令' },
  { value: 'remove_authenticator', label: '停用动态口令' },
  { value: 'reset_authenticator', label: '重置动态口令' },
  { value: 'change_password', label: '修改密码' },
  { value: 'sign_in', label: '登录' },
  { value: 'sign_out', label: '退出' },
  { value: 'roll_over', label: '学年升级' },
  { value: 'enter', label: '进入学校' },
  { value: 'leave', label: '离开学校' },
  { value: 'publish', label: '发布' },
  { value: 'purge', label: '清除' },
  { value: 'rotate_key', label: '更换密钥' },
  { value: 'service', label: '服务阶段' },
  { value: 'renew', label: '续期' },
  { value: 'countersign', label: '见证' },
  { value: 'read', label: '查看' },
  { value: 'reveal', label: '查看原值' },
  { value: 'ask', label: '提问' },
  { value: 'verify_failed', label: '身份验证失败' },
  { value: 'escalate', label: '逐级上报' },
  { value: 'consent', label: '记录同意' },
  { value: 'withdraw', label: '撤回同意' },
  { value: 'erase', label: '清除记录' },
  { value: 'verify', label: '核实' },
  { value: 'acknowledge', label: '确认收到' },
  { value: 'close', label: '结案' },
  { value: 'end', label: '结束' },
  { value: 'put_away', label: '归档' },
  { value: 'remind', label: '提醒' },
  { value: 'make_up', label: '补充学生' },
  { value: 'release', label: '放行' },
  { value: 'install', label: '安装' },
  { value: 'confirm', label: '确认' },
  { value: 'send', label: '下发' },
  { value: 'recall', label: '撤回' },
  { value: 'accept', label: '接受' },
  { value: 'decline', label: '不参加' },
  { value: 'approve', label: '批准' },
  { value: 'refuse', label: '不批准' },
  { value: 'quarantine', label: '隔离' },
  { value: 'restore', label: '取回' },
  { value: 'hold', label: '依法保留' },
  { value: 'lift_hold', label: '解除保留' },
  { value: 'bind', label: '绑定' },
  { value: 'unbind', label: '解绑' },
  { value: 'revoke', label: '停用' },
  { value: 'hand_over', label: '转出档案' },
  { value: 'arrive', label: '收到' },
  { value: 'take_in', label: '接收转入档案' },
  { value: 'turn_back', label: '退回' },
  { value: 'propose_erasure', label: '提出清除' },
  { value: 'suspend', label: '暂停服务' },
  { value: 'resume', label: '恢复服务' },
  { value: 'enrol_passkey', label: '添加通行密钥' },
  { value: 'remove_passkey', label: '删除通行密钥' },
  { value: 'schedule', label: '定时发布' },
  { value: 'unschedule', label: '取消定时发布' },
  { value: 'propose', label: '整理为案例' },
  { value: 'submit', label: '提交审核' },
  { value: 'take_out', label: '移出案例库' },
  { value: 'run', label: '自动运行' },
];

export type AuditResource = 'bureau-plan' | 'class' | 'college' | 'consultation' | 'consulting-closure' | 'consulting-slot' | 'crisis-case' | 'custom-group' | 'custom-intervention' | 'department' | 'drawing' | 'exam-total' | 'exam' | 'follow-up' | 'guardian' | 'intervention' | 'interview' | 'invitation' | 'library-case' | 'log' | 'major' | 'referral' | 'sandplay' | 'school' | 'student-application' | 'student' | 'teacher' | 'warn' | 'year' | 'monthly_report' | 'account' | 'organisation' | 'schema' | 'password_batch' | 'security' | 'site' | 'data_key' | 'service' | 'media' | 'comment' | 'concern' | 'escalation' | 'consent' | 'talk_request' | 'scale' | 'questionnaire' | 'exam_sheet' | 'exam_code' | 'screening_rule' | 'consulting_setting' | 'retention' | 'erasure_run' | 'sign_in_provider' | 'invitation_setting' | 'service_account' | 'sign_in_token' | 'transfer' | 'ai_chat' | 'operator' | 'webhook' | 'screen_link' | 'announcement' | 'article' | 'roster' | 'automation';
export const AUDIT_RESOURCE: readonly { value: AuditResource; label: string }[] = [
  { value: 'bureau-plan', label: '测评计划' },
  { value: 'class', label: '班级' },
  { value: 'college', label: '院系' },
  { value: 'consultation', label: '咨询' },
  { value: 'consulting-closure', label: '暂停预约' },
  { value: 'consulting-slot', label: '咨询时段' },
  { value: 'crisis-case', label: '危机个案' },
  { value: 'custom-group', label: '分组' },
  { value: 'custom-intervention', label: '自定义干预' },
  { value: 'department', label: '部门' },
  { value: 'drawing', label: '绘画记录' },
  { value: 'exam-total', label: '测评总分' },
  { value: 'exam', label: '测评' },
  { value: 'follow-up', label: '随访' },
  { value: 'guardian', label: '监护人' },
  { value: 'intervention', label: '干预记录' },
  { value: 'interview', label: '访谈' },
  { value: 'invitation', label: '注册邀请' },
  { value: 'library-case', label: '案例' },
  { value: 'log', label: '操作记录' },
  { value: 'major', label: '专业' },
  { value: 'referral', label: '转介' },
  { value: 'sandplay', label: '沙盘记录' },
  { value: 'school', label: '学校' },
  { value: 'student-application', label: '注册申请' },
  { value: 'student', label: '学生' },
  { value: 'teacher', label: '教职工' },
  { value: 'warn', label: '预警' },
  { value: 'year', label: '学年' },
  { value: 'monthly_report', label: '心理月报' },
  { value: 'account', label: '账号' },
  { value: 'organisation', label: '单位' },
  { value: 'schema', label: '字段设置' },
  { value: 'password_batch', label: '批量修改密码' },
  { value: 'security', label: '安全设置' },
  { value: 'site', label: '站点设置' },
  { value: 'data_key', label: '数据密钥' },
  { value: 'service', label: '服务' },
  { value: 'media', label: '附件' },
  { value: 'comment', label: '班主任评语' },
  { value: 'concern', label: '关注等级' },
  { value: 'escalation', label: '预警上报' },
  { value: 'consent', label: '监护人同意' },
  { value: 'talk_request', label: '谈话请求' },
  { value: 'scale', label: '量表' },
  { value: 'questionnaire', label: '自编问卷' },
  { value: 'exam_sheet', label: '问卷' },
  { value: 'exam_code', label: '机房测评码' },
  { value: 'screening_rule', label: '筛查预警规则' },
  { value: 'consulting_setting', label: '咨询预约设置' },
  { value: 'retention', label: '保留年限' },
  { value: 'erasure_run', label: '清除清单' },
  { value: 'sign_in_provider', label: '登录方式' },
  { value: 'invitation_setting', label: '注册设置' },
  { value: 'service_account', label: '系统账号' },
  { value: 'sign_in_token', label: '登录令牌' },
  { value: 'transfer', label: '转入档案' },
  { value: 'ai_chat', label: 'AI 助手对话' },
  { value: 'operator', label: '平台运营账号' },
  { value: 'webhook', label: '事件推送' },
  { value: 'screen_link', label: '大屏链接' },
  { value: 'announcement', label: '公告' },
  { value: 'article', label: '科普文章' },
  { value: 'roster', label: '名册' },
  { value: 'automation', label: '自动化' },
];

export type RetentionKind = 'answers' | 'screening' | 'intervention' | 'crisis' | 'comment' | 'record';
export const RETENTION_KIND: readonly { value: RetentionKind; label: string }[] = [
  { value: 'answers', label: '测评作答' },
  { value: 'screening', label: '测评结果与报告' },
  { value: 'intervention', label: '干预与咨询' },
  { value: 'crisis', label: '预警与个案' },
  { value: 'comment', label: '班主任评语' },
  { value: 'record', label: '完整记录' },
];

export type RetentionBlocker = 'hold' | 'exam' | 'case' | 'warn' | 'referral' | 'quarantine' | 'returned' | 'changed';
export const RETENTION_BLOCKER: readonly { value: RetentionBlocker; label: string }[] = [
  { value: 'hold', label: '依法保留' },
  { value: 'exam', label: '测评正在进行' },
  { value: 'case', label: '个案未结' },
  { value: 'warn', label: '预警待核实' },
  { value: 'referral', label: '转介未结' },
  { value: 'quarantine', label: '已在另一份清单的隔离中' },
  { value: 'returned', label: '已回校或已不在本校' },
  { value: 'changed', label: '年限改动后未到期' },
];

export type ErasureItem = 1 | 2 | 3 | 4 | 5 | 6;
export const ERASURE_ITEM: readonly { value: ErasureItem; label: string }[] = [
  { value: 1, label: '列入' },
  { value: 2, label: '不可清除' },
  { value: 3, label: '等待隔离' },
  { value: 4, label: '隔离中' },
  { value: 5, label: '已取回' },
  { value: 6, label: '已清除' },
];

export type ErasureRun = 1 | 2 | 3 | 4;
export const ERASURE_RUN: readonly { value: ErasureRun; label: string }[] = [
  { value: 1, label: '等待批准' },
  { value: 2, label: '隔离中' },
  { value: 3, label: '已结束' },
  { value: 4, label: '未批准' },
];

export type TransferPart = 'base' | 'summary' | 'results' | 'follow_ups' | 'texts';
export const TRANSFER_PART: readonly { value: TransferPart; label: string }[] = [
  { value: 'base', label: '基本信息' },
  { value: 'summary', label: '一页摘要（PDF）' },
  { value: 'results', label: '测评结果' },
  { value: 'follow_ups', label: '预警和跟进' },
  { value: 'texts', label: '文字记录' },
];

export type TransferState = 'waiting' | 'accepted' | 'declined' | 'withdrawn' | 'expired' | 'handed_out';
export const TRANSFER_STATE: readonly { value: TransferState; label: string }[] = [
  { value: 'waiting', label: '等待接收' },
  { value: 'accepted', label: '已接收' },
  { value: 'declined', label: '已退回' },
  { value: 'withdrawn', label: '已撤回' },
  { value: 'expired', label: '已过期' },
  { value: 'handed_out', label: '已交出文件' },
];

export type AuditFact = 'automatic' | 'numbers' | 'total' | 'filters' | 'skipped' | 'permit' | 'watermark' | 'desensitization' | 'authorization_secondary' | 'protected_pages' | 'role_flags' | 'retention_years' | 'authenticator_roles' | 'login_name' | 'mobile' | 'from_year' | 'to_year' | 'classes' | 'promoted' | 'graduated' | 'kept_back' | 'version' | 'note' | 'fields' | 'school_name' | 'bureau_name' | 'file_name' | 'file_size' | 'text_length' | 'words_replaced' | 'concern_level' | 'files_added' | 'files_removed' | 'members_added' | 'members_removed' | 'department_name' | 'parent_name' | 'position' | 'stages' | 'service_stage' | 'service_until' | 'service_type_name' | 'site_name' | 'company_slogan' | 'is_custom' | 'host' | 'logo' | 'primary_color' | 'welcome' | 'home_cards' | 'content' | 'revealed_field' | 'reveal_reason' | 'told_step' | 'told_people' | 'escalation_steps' | 'working_time' | 'interview_days' | 'consent_text' | 'consent_way' | 'consent_day' | 'step_kind' | 'level' | 'restricted_to' | 'talk_status' | 'exam_students' | 'exam_packs' | 'exam_added' | 'reminded' | 'pack_version' | 'guardians_see' | 'licence_by' | 'licence_statement' | 'pack_checksum' | 'pack_signed_by' | 'listed' | 'untouched' | 'retention_kinds' | 'retention_answers' | 'retention_screening' | 'retention_intervention' | 'retention_crisis' | 'retention_comment' | 'wechat' | 'qq' | 'wwork' | 'provider_enabled' | 'provider_secret' | 'suite_id' | 'corp_id' | 'corp_name' | 'agent_id' | 'issuer' | 'client_id' | 'login_claim' | 'scopes' | 'role_claim' | 'role_values' | 'claimed_roles' | 'roster_hour' | 'roster_writes' | 'title' | 'transfer_parts' | 'transfer_basis' | 'reason' | 'failed' | 'finished' | 'org_name' | 'data_keys' | 'open_warnings' | 'open_cases' | 'features' | 'parent_org' | 'org_id' | 'rows' | 'objects' | 'accounts' | 'digest' | 'log_seq' | 'log_hash' | 'log_findings' | 'present' | 'renamed' | 'lost_parent' | 'sha256' | 'sent_to' | 'publish_at' | 'withdraw_reason' | 'pinned' | 'banner' | 'ends_at';
export const AUDIT_FACT: readonly { value: AuditFact; label: string }[] = [
  { value: 'automatic', label: '自动生成' },
  { value: 'numbers', label: '数字' },
  { value: 'total', label: '行数' },
  { value: 'filters', label: '筛选条件' },
  { value: 'skipped', label: '跳过人数' },
  { value: 'permit', label: '安全防护' },
  { value: 'watermark', label: '页面水印' },
  { value: 'desensitization', label: '信息脱敏' },
  { value: 'authorization_secondary', label: '身份验证' },
  { value: 'protected_pages', label: '受保护的页面' },
  { value: 'role_flags', label: '年级主任和班主任可以' },
  { value: 'retention_years', label: '离校后记录保留年数' },
  { value: 'authenticator_roles', label: '必须使用动态口令的角色' },
  { value: 'login_name', label: '登录名' },
  { value: 'mobile', label: '手机号' },
  { value: 'from_year', label: '原学年' },
  { value: 'to_year', label: '新学年' },
  { value: 'classes', label: '新学年班级数' },
  { value: 'promoted', label: '升级人数' },
  { value: 'graduated', label: '毕业人数' },
  { value: 'kept_back', label: '留级人数' },
  { value: 'version', label: '版本' },
  { value: 'note', label: '说明' },
  { value: 'fields', label: '字段' },
  { value: 'school_name', label: '学校' },
  { value: 'bureau_name', label: '上级机构' },
  { value: 'file_name', label: '文件名' },
  { value: 'file_size', label: '文件大小（字节）' },
  { value: 'text_length', label: '字数' },
  { value: 'words_replaced', label: '替换的信息数' },
  { value: 'concern_level', label: '关注等级' },
  { value: 'files_added', label: '新增附件' },
  { value: 'files_removed', label: '移除附件' },
  { value: 'members_added', label: '加入成员' },
  { value: 'members_removed', label: '移出成员' },
  { value: 'department_name', label: '部门名称' },
  { value: 'parent_name', label: '上级部门' },
  { value: 'position', label: '在同级中的位置' },
  { value: 'stages', label: '学段与年级' },
  { value: 'service_stage', label: '服务阶段' },
  { value: 'service_until', label: '服务到期' },
  { value: 'service_type_name', label: '服务类型' },
  { value: 'site_name', label: '站点名称' },
  { value: 'company_slogan', label: '标语' },
  { value: 'is_custom', label: '使用自己的品牌' },
  { value: 'host', label: '访问域名' },
  { value: 'logo', label: '标志' },
  { value: 'primary_color', label: '主色' },
  { value: 'welcome', label: '首页欢迎语' },
  { value: 'home_cards', label: '首页卡片' },
  { value: 'content', label: '内容' },
  { value: 'revealed_field', label: '查看的字段' },
  { value: 'reveal_reason', label: '理由' },
  { value: 'told_step', label: '通知到' },
  { value: 'told_people', label: '通知人数' },
  { value: 'escalation_steps', label: '上报步骤' },
  { value: 'working_time', label: '工作时间' },
  { value: 'interview_days', label: '访谈期限（工作日）' },
  { value: 'consent_text', label: '同意书版本' },
  { value: 'consent_way', label: '同意方式' },
  { value: 'consent_day', label: '同意日期' },
  { value: 'step_kind', label: '记录类型' },
  { value: 'level', label: '危机等级' },
  { value: 'restricted_to', label: '仅限查看' },
  { value: 'talk_status', label: '谈话请求状态' },
  { value: 'exam_students', label: '学生人数' },
  { value: 'exam_packs', label: '量表和版本' },
  { value: 'exam_added', label: '补充人数' },
  { value: 'reminded', label: '提醒人数' },
  { value: 'pack_version', label: '量表版本' },
  { value: 'guardians_see', label: '家长可以看到孩子的预约' },
  { value: 'licence_by', label: '授权声明人' },
  { value: 'licence_statement', label: '授权声明' },
  { value: 'pack_checksum', label: '校验和' },
  { value: 'pack_signed_by', label: '签名' },
  { value: 'listed', label: '列入的学生数' },
  { value: 'untouched', label: '不可清除的学生数' },
  { value: 'retention_kinds', label: '内容' },
  { value: 'retention_answers', label: '测评作答保留年数' },
  { value: 'retention_screening', label: '测评结果与报告保留年数' },
  { value: 'retention_intervention', label: '干预与咨询保留年数' },
  { value: 'retention_crisis', label: '预警与个案保留年数' },
  { value: 'retention_comment', label: '班主任评语保留年数' },
  { value: 'wechat', label: '微信' },
  { value: 'qq', label: 'QQ' },
  { value: 'wwork', label: '企业微信' },
  { value: 'provider_enabled', label: '登录方式状态' },
  { value: 'provider_secret', label: '密钥' },
  { value: 'suite_id', label: '服务商应用 ID' },
  { value: 'corp_id', label: '企业 ID' },
  { value: 'corp_name', label: '企业名称' },
  { value: 'agent_id', label: '应用 AgentId' },
  { value: 'issuer', label: '认证服务地址' },
  { value: 'client_id', label: '客户端 ID' },
  { value: 'login_claim', label: '登录名取自' },
  { value: 'scopes', label: '授权范围' },
  { value: 'role_claim', label: '角色取自' },
  { value: 'role_values', label: '声明的值与角色' },
  { value: 'claimed_roles', label: '统一身份认证给出的角色' },
  { value: 'roster_hour', label: '读取名册的时刻' },
  { value: 'roster_writes', label: '读取以后' },
  { value: 'title', label: '按钮名称' },
  { value: 'transfer_parts', label: '转出的内容' },
  { value: 'transfer_basis', label: '转出依据' },
  { value: 'reason', label: '原因' },
  { value: 'failed', label: '没有完成' },
  { value: 'finished', label: '已完成' },
  { value: 'org_name', label: '单位名称' },
  { value: 'data_keys', label: '数据密钥数' },
  { value: 'open_warnings', label: '未核实的预警' },
  { value: 'open_cases', label: '未结的个案' },
  { value: 'features', label: '软件功能' },
  { value: 'parent_org', label: '上级机构的编号' },
  { value: 'org_id', label: '单位编号' },
  { value: 'rows', label: '行数' },
  { value: 'objects', label: '附件数' },
  { value: 'accounts', label: '账号数' },
  { value: 'digest', label: '内容摘要' },
  { value: 'log_seq', label: '操作记录条数' },
  { value: 'log_hash', label: '操作记录末尾' },
  { value: 'log_findings', label: '操作记录的问题' },
  { value: 'present', label: '这里已有的账号' },
  { value: 'renamed', label: '改了登录名或手机号的账号' },
  { value: 'lost_parent', label: '不在这里的上级机构' },
  { value: 'sha256', label: '文件摘要' },
  { value: 'sent_to', label: '导出目录' },
  { value: 'publish_at', label: '定时发布时间' },
  { value: 'withdraw_reason', label: '撤回原因' },
  { value: 'pinned', label: '置顶' },
  { value: 'banner', label: '页头横幅' },
  { value: 'ends_at', label: '结束时间' },
];
