/** A reason not to start that whoever runs the product can put right; its text says what and how. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
