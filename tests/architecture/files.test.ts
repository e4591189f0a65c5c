import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesMatching, sourcesIn } from './support/sources.ts';

const CEILING = 300;
const sources = sourcesIn('src/app', 'src/features', 'src/platform');
const isGenerated = (file: string) => file.startsWith('src/platform/schema/generated/');

describe('a source file', () => {
  it(`has at most ${CEILING} lines`, () => {
    const long = sources.filter((s) => !isGenerated(s.file) && s.text.split('\n').length > CEILING);
    expect(long.map((s) => s.file)).toEqual([]);
  });

  it('is named after its component, or in kebab case', () => {
    const good = (file: string) =>
      /^([a-z0-9]+(-[a-z0-9]+)*(\.(d|zh|en))?\.tsx?|[A-Z][A-Za-z0-9]*\.tsx)$/.test(path.posix.basename(file));
    expect(sources.map((s) => s.file).filter((file) => !good(file))).toEqual([]);
  });

  it('exports by name', () => {
    expect(linesMatching(sources, /^export default /)).toEqual([]);
  });

  it('is no barrel', () => {
    expect(linesMatching(sources, /^export\s+(type\s+)?\*\s+(as\s+\w+\s+)?from\s/)).toEqual([]);
    // Names that a feature offers to other features.
    const isPublic = ({ file }: { file: string }) => /^src\/features\/[^/]+\/((server|web)\/)?public\.ts$/.test(file);
    const others = sources.filter((s) => !isPublic(s));
    expect(linesMatching(others, /^export\s+(type\s+)?\{[^}]*\}\s+from\s/)).toEqual([]);
  });

  it('silences neither compiler nor linter', () => {
    expect(
      linesMatching(sources, /@ts-(ignore|nocheck|expect-error)|oxlint-disable|eslint-disable|:\s*any\b|\bas any\b/),
    ).toEqual([]);
    const comments = sources.flatMap((s) =>
      s.text
        .split('\n')
        .filter((line) => /@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable|\b(TODO|FIXME|XXX)\b/.test(line))
        .map((line) => `${s.file} ${line.trim()}`),
    );
    expect(comments).toEqual([]);
  });
});
