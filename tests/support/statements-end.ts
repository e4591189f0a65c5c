import { afterAll } from 'vitest';
import { expectNoViolations } from './statements.ts';

// A set-up file runs for each test file, even when files share their modules.
afterAll(expectNoViolations);
