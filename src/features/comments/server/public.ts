export { decryptComment, proveForComments } from './comments.ts';
export { commentsOf } from './queries.ts';
