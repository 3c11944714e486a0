import { PEOPLE } from '#demo/people.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import { createDefinition, setDefinitionStatus } from '../../contract/definitions.ts'
import { reviewTask } from '../../contract/acts.ts'
import { todoPage } from '../../contract/lists.ts'
import type { ApproverNode, CopyNode, Flow, InnerNode } from '../../rules/definition.ts'

/** Flows and acts in tests, in few words. */

/** The hospital's people, as employees. */
export const STAFF = {
  buyer: PEOPLE.buyer.jobs[0]!.employeeId,
  buyer2: PEOPLE.buyer2.jobs[0]!.employeeId,
  newbie: PEOPLE.newbie.jobs[0]!.employeeId,
  multi: PEOPLE.multi.jobs[0]!.employeeId,
}
export type Staff = keyof typeof STAFF

export const IN_TURN = 1
export const COUNTERSIGN = 2
export const EITHER = 3

export function approver(
  id: string,
  people: readonly Staff[] | ApproverNode['approvers'],
  mode: 1 | 2 | 3 = 1,
): ApproverNode {
  const approvers = Array.isArray(people)
    ? { by: 'person' as const, employeeIds: people.map((p: Staff) => STAFF[p]) }
    : (people as ApproverNode['approvers'])
  return { kind: 'approver', id, name: id, mode, approvers }
}

export function copy(id: string, people: readonly Staff[]): CopyNode {
  return { kind: 'copy', id, name: id, approvers: { by: 'person', employeeIds: people.map((p) => STAFF[p]) } }
}

export function flow(nodes: InnerNode[], options: Partial<Flow['options']> = {}): Flow {
  return {
    nodes: [{ kind: 'start', id: 'start', name: '发起' }, ...nodes],
    options: { ifInitiator: 'head', skipRepeated: false, ...options },
  }
}

/** Makes a definition for a step, of a tender unless said otherwise, and enables it in place of what was enabled. */
export async function enable(
  designer: HttpClient,
  step: string | { type: string; node: string },
  given: InnerNode[] | Flow,
): Promise<string> {
  const { type, node } = typeof step === 'string' ? { type: 'bidding', node: step } : step
  const bindingType = node === '' ? 1 : 2
  const { definitionId } = await designer.call(createDefinition, {
    body: {
      name: `${node || '招标'}审批`,
      type,
      bindingType,
      node,
      flow: Array.isArray(given) ? flow(given) : given,
    },
  })
  await designer.call(setDefinitionStatus, { params: { id: definitionId }, body: { status: 1 } })
  return definitionId
}

/** The task of a workflow that waits for this person. */
export async function taskFor(client: HttpClient, workflowId: string): Promise<string> {
  const { rows } = await client.call(todoPage, { query: { pageSize: 100 } })
  const row = rows.find((r) => r.workflowId === workflowId)
  if (!row) throw new Error(`no task in ${workflowId}`)
  return row.taskId
}

export async function agree(client: HttpClient, workflowId: string, remark = '同意') {
  const id = await taskFor(client, workflowId)
  return client.call(reviewTask, { params: { id }, body: { action: 1, remark } })
}

export async function refuse(client: HttpClient, workflowId: string, remark = '内容有误，请修改') {
  const id = await taskFor(client, workflowId)
  return client.call(reviewTask, { params: { id }, body: { action: 2, remark } })
}
