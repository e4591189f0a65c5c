import { ModelFailed } from './language-model.ts';

/** Characters of one line; a longer one is no event of a model. */
const LINE_MAX = 256 * 1024;

/** The `data` of each event of a stream (`text/event-stream`), until it ends. @throws ModelFailed for an endless line */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of chunks) {
    const lines = (held + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    held = lines.pop() ?? '';
    if (held.length > LINE_MAX) throw new ModelFailed('malformed');
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
  }
  if (held.startsWith('data:')) yield held.slice('data:'.length).trim();
}
