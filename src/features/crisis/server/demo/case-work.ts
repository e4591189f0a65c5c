import type { StepStory, WorkStory } from './story.ts';

/** The work on a case of the most urgent level, with two versions of the safety plan. */
export const GUARDED: WorkStory = {
  owner: 'r8',
  next: { inDays: 2, text: '与父母面谈，听取医院复诊意见，商量是否调整看护安排' },
  plans: [
    {
      day: 1,
      content: {
        warning_signs: '整夜睡不着，觉得自己是负担，不想回消息。',
        helps: '听妈妈录的歌，下楼走一走，到心理中心坐一会儿。',
        people: [
          { name: '妈妈', relation: '母亲' },
          { name: '心理老师', relation: '老师' },
        ],
        steps: '先告诉妈妈，再到心理中心；药品由父母保管。',
      },
    },
    {
      day: 6,
      content: {
        warning_signs: '整夜睡不着，觉得自己是负担，不想回消息，开始收拾自己的东西。',
        helps: '听妈妈录的歌，下楼走一走，画画，到心理中心坐一会儿。',
        people: [
          { name: '妈妈', relation: '母亲' },
          { name: '舅舅', relation: '亲属' },
          { name: '心理老师', relation: '老师' },
        ],
        steps: '先告诉妈妈或舅舅，再到心理中心；药品由父母保管；夜里拨打 12356。',
      },
    },
  ],
};

/** The work on a case whose next step is late. */
export const ADAPTING: WorkStory = {
  owner: 'r14',
  next: { inDays: -1, text: '和班主任一起看看值日和午休的情况，问问外婆' },
};

/** A contact with guardians who came to the school. */
export const GUARDIANS_CAME: StepStory = {
  day: 1,
  kind: 'family',
  contact: { how: 2, result: 1 },
  body: '父母当天到校，说明了情况和看护要点，收好家中药品，签了知情同意。',
};

/** A contact with a guardian by telephone. */
export const MOTHER_CALLED: StepStory = {
  day: 1,
  kind: 'family',
  contact: { how: 1, result: 1 },
  body: '和妈妈通电话：孩子在家话也少了，周末愿意去外婆家。约定每天放学聊十分钟，不追问成绩。',
};
