import { integer, setting, text } from '../setting.ts';

/** The AI assistant. */
export const assistantSettings = {
  AI_URL: setting(text({ pattern: '^https?://[^\\s?#]+$' }), {
    expects: 'http:// 或 https:// 开头的地址',
    example: 'https://model.example.cn/v1',
    about:
      'Base address of an OpenAI-compatible API; `/chat/completions` is added. It may be inside the own network. Without it the assistant answers from the help articles, and says so.',
    allowed: 'an `http://` or `https://` address',
  }),
  AI_KEY: setting(text({ minLength: 8, maxLength: 512 }), {
    expects: '至少 8 个字符',
    example: 'sk-7Qm2xW9tRv4z',
    about: 'Bearer token of the API, if it needs one.',
    allowed: '8 to 512 characters',
    secret: true,
  }),
  AI_MODEL: setting(text({ pattern: '^[^\\s]{1,128}$' }), {
    expects: '模型的名称，不含空格',
    example: 'qwen-plus',
    about: 'Name of the model. Required with `AI_URL`.',
    allowed: '1–128 characters without spaces',
  }),
  AI_ANSWER_TOKENS: setting(integer(64, 32_768), {
    fallback: 2000,
    expects: '64–32768 的整数',
    example: '2000',
    about: 'Most tokens of an answer.',
  }),
  AI_ANSWER_SECONDS: setting(integer(10, 600), {
    fallback: 120,
    expects: '10–600 的整数',
    example: '120',
    about: 'Longest duration of an answer, in seconds. Half of it without a single byte ends the answer too.',
  }),
  AI_PER_PERSON_DAY: setting(integer(1, 10_000), {
    fallback: 100,
    expects: '1–10000 的整数',
    example: '100',
    about: 'Most questions of a person to the model in a day (China Standard Time).',
  }),
  AI_PER_ORG_DAY: setting(integer(1, 1_000_000), {
    fallback: 2000,
    expects: '1–1000000 的整数',
    example: '2000',
    about: 'Most questions of an organisation to the model in a day.',
  }),
  AI_ORG_AT_ONCE: setting(integer(1, 1000), {
    fallback: 8,
    expects: '1–1000 的整数',
    example: '8',
    about: 'Most answers of the model to an organisation at a time. A person has two.',
  }),
};
