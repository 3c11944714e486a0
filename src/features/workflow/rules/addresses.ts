import type { Identity } from './enums.ts'

/** Address of a workflow's page as somebody sees it; `taskId` null for the initiator. */
export function workflowAddress(at: { workflowId: string; taskId: string | null; identity: Identity }): string {
  const task = at.taskId === null ? 'task' : `task/${at.taskId}`
  return `/to-do-list/workflow/${at.workflowId}/${task}/initiate/${at.identity}/detail`
}

export const TODO_LIST = '/to-do-list/audit/list'
