import type { Block, RichText } from '../../../../platform/rich-text/rich-text.ts';
import type { AnnouncementKind, AnnouncementState } from '../../rules/kinds.ts';

/** Who reads a text of the demo. */
export type DemoReaders = 'staff' | 'guardians' | 'everyone' | 'institution' | 'school-staff';

export interface DemoText {
  kind: AnnouncementKind;
  status: AnnouncementState;
  readers: DemoReaders;
  /** Days before the start of the demo, negative where it is still to come, and the time of the day. */
  daysAgo: number;
  time: string;
  title: string;
  summary: string;
  lines: readonly string[];
  pinned?: true;
  banner?: true;
  withdrawn?: string;
}

/** `# ` is a heading, `- ` an item of a list, anything else a paragraph. */
export function documentOf(lines: readonly string[]): RichText {
  const content: Block[] = [];
  for (const line of lines) {
    const text = [{ type: 'text' as const, text: line.replace(/^[#-] /, '') }];
    const last = content.at(-1);
    if (line.startsWith('# ')) content.push({ type: 'heading', attrs: { level: 2 }, content: text });
    else if (!line.startsWith('- ')) content.push({ type: 'paragraph', content: text });
    else {
      const item = { type: 'listItem' as const, content: [{ type: 'paragraph' as const, content: text }] };
      if (last?.type === 'bulletList') last.content.push(item);
      else content.push({ type: 'bulletList', content: [item] });
    }
  }
  return { type: 'doc', content };
}

const SLEEP: DemoText = {
  kind: 'article',
  status: 'published',
  readers: 'everyone',
  daysAgo: 9,
  time: '10:20',
  title: '睡不好的时候，可以试试这几件小事',
  summary: '固定起床时间、睡前放下手机、白天多晒太阳。',
  lines: [
    '偶尔睡不好很常见，考试前、换了环境、和朋友闹别扭，都可能影响睡眠。下面几件小事，坚持一两周往往就有变化。',
    '# 白天',
    '- 每天同一时间起床，周末也不要晚太多。',
    '- 上午到户外走一走，晒晒太阳。',
    '- 午睡不超过半小时。',
    '# 睡前',
    '- 睡前一小时放下手机，改成听音乐、看纸质书。',
    '- 躺下二十分钟还睡不着，就起来坐一会儿，有困意再回床上。',
    '- 把担心的事写在纸上，告诉自己明天再想。',
    '# 什么时候要找人谈谈',
    '如果连续两周以上都睡不好，白天没有精神、心情也低落，请告诉家长、班主任或学校的心理老师。你不需要一个人扛着。',
  ],
};

const TALK: DemoText = {
  kind: 'article',
  status: 'published',
  readers: 'guardians',
  daysAgo: 5,
  time: '16:40',
  title: '孩子不愿意说话，家长可以怎么开口',
  summary: '先听，少评价，选一个不赶时间的时候。',
  lines: [
    '很多家长说，孩子一回家就关上门，问什么都是“没事”。这并不一定是坏事，但可以试着让谈话容易一些。',
    '# 选对时候',
    '一起走路、做饭、坐车时，比面对面坐着更容易说话。不要在孩子刚挨批评或者赶时间的时候问。',
    '# 先听完',
    '- 先重复孩子说的话，再说自己的看法。',
    '- 不急着讲道理，也不急着给办法。',
    '- 孩子愿意说一点，就谢谢他愿意告诉你。',
    '# 需要帮助时',
    '如果孩子提到不想活了，或者有伤害自己的行为，请不要离开他，并马上联系学校或拨打 12356。',
  ],
};

/** The texts of the institution. */
export const INSTITUTION_TEXTS: readonly DemoText[] = [
  {
    kind: 'announcement',
    status: 'published',
    readers: 'institution',
    daysAgo: 2,
    time: '15:10',
    title: '关于做好本学期心理健康筛查工作的通知',
    summary: '各校于月底前完成筛查，并在两周内完成访谈。',
    pinned: true,
    lines: [
      '各学校：',
      '为了及时了解学生的心理健康状况，请按照下面的要求做好本学期的筛查工作。',
      '- 筛查前取得监护人同意，并向学生说明结果怎样使用。',
      '- 筛查结果为阳性的学生，在两周内由心理教师完成访谈。',
      '- 不得以筛查结果给学生贴标签，也不得在班级群里公布。',
      '- 遇到危机情况，当天上报。',
      '工作中的问题，请联系本局心理健康教育工作组。',
    ],
  },
  {
    kind: 'announcement',
    status: 'published',
    readers: 'school-staff',
    daysAgo: 3,
    time: '09:30',
    title: '区域心理教师教研活动安排',
    summary: '每月第二个周三下午，地点在市第一中学心理中心。',
    lines: [
      '本学期的教研活动安排在每月第二个周三下午 14:30，地点在青禾市第一中学心理中心。',
      '请各校心理教师带一份已经去掉个人信息的案例参加讨论。',
    ],
  },
];

/** The texts of each school. */
export const SCHOOL_TEXTS: readonly DemoText[] = [
  {
    kind: 'announcement',
    status: 'published',
    readers: 'staff',
    daysAgo: 1,
    time: '08:50',
    title: '心理健康月活动安排',
    summary: '班会、讲座和开放日的时间和地点。',
    banner: true,
    lines: [
      '本月是学校的心理健康月，各项活动安排如下：',
      '- 第一周：各班召开心理主题班会。',
      '- 第二周：家长讲座，在报告厅举行。',
      '- 第三周：心理中心开放日，欢迎各班预约参观。',
      '请班主任提前告诉学生和家长，并在活动结束后一周内交总结。',
    ],
  },
  {
    kind: 'announcement',
    status: 'published',
    readers: 'everyone',
    daysAgo: 4,
    time: '11:05',
    title: '心理中心本学期开放时间',
    summary: '周一至周五中午和放学后开放，可以在线预约。',
    pinned: true,
    lines: [
      '心理中心周一至周五 12:10—13:20、16:40—17:40 开放。学生可以在首页预约，也可以直接来。',
      '谈话的内容会保密；只有涉及安全的时候，老师才会联系家长。',
    ],
  },
  {
    kind: 'announcement',
    status: 'withdrawn',
    readers: 'staff',
    daysAgo: 6,
    time: '14:00',
    title: '教师心理沙龙报名',
    summary: '',
    withdrawn: '活动时间有变，另行通知。',
    lines: ['周五下午在图书馆举行教师心理沙龙，请于周三前报名。'],
  },
  {
    kind: 'announcement',
    status: 'scheduled',
    readers: 'guardians',
    daysAgo: -5,
    time: '08:00',
    title: '家长讲座：怎样陪孩子度过考试季',
    summary: '下周二晚 19:00，报告厅，可以线上参加。',
    lines: ['讲座由学校心理教师主讲，时长一小时。不能到场的家长，可以线上参加，链接会在讲座当天发出。'],
  },
  SLEEP,
  TALK,
];
