export { enteredName } from './advance-stage.ts';
export { renewService } from './renew-service.ts';
