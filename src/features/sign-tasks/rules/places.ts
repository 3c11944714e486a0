/** Addresses of the screens. */
export const TASKS = '/services/e-signature/tasks'
export const VERIFY = '/services/e-signature/verify'
/** Of one workbench's task page. */
export function taskPlace(taskId: string): string {
  return `${TASKS}/${taskId}`
}

/** Where the middle of a seal stands: the page from 1 (beyond the last: the last), and shares of its width from the left and of its height from the top. */
export interface Place {
  page: number
  x: number
  y: number
}
