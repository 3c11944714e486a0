import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/call.ts'
import { tell, toast } from '#web/feedback.ts'
import { noteChanged } from '#web/stale.ts'
import { useAction } from '#web/use-call.ts'
import { addRemark, addSigners, cancelWorkflow, remindWorkflow, reviewTask, transferTask } from '../../contract/acts.ts'
import { todoPage } from '../../contract/lists.ts'
import { TODO_LIST, workflowAddress } from '../../rules/addresses.ts'
import { ReviewAction, WorkflowStatus } from '../../rules/enums.ts'
import type { AllowedAction } from '#contract/transition.ts'
import type { Act, ActInput } from './act-dialog.tsx'
import { actOf } from './acts.ts'

/** What pressing a button does on a workflow's page: most acts ask in a dialog first (`open`). */
export function useActs({ workflowId, taskId }: { workflowId: string; taskId: string | null }) {
  const [open, setOpen] = useState<Act | null>(null)
  const next = useNextTask(taskId)
  const quietly = { quiet: true, overlay: false }
  const review = useAction(reviewTask, quietly)
  const transfer = useAction(transferTask, quietly)
  const signers = useAction(addSigners, quietly)
  const cancel = useAction(cancelWorkflow, { ...quietly, success: '已撤回' })
  const remind = useAction(remindWorkflow, quietly)
  const remark = useAction(addRemark, { success: '备注已提交', overlay: false })
  const ofWorkflow = { params: { id: workflowId } }
  const ofTask = { params: { id: taskId ?? '' } }

  /** A refusal is told in the server's words: who was quicker and did what. The page then shows how it is now. */
  const settle = (outcome: { ok: true } | { ok: false; error: { message: string; handled: boolean } }): boolean => {
    if (outcome.ok) return true
    if (!outcome.error.handled) toast.error(outcome.error.message)
    noteChanged(['workflow'])
    return false
  }
  const run = async (action: string, input: ActInput): Promise<boolean> => {
    const { text, people, where } = input
    const files = input.files.map(({ fileId, name }) => ({ fileId, name }))
    switch (action) {
      case 'pass':
      case 'reject': {
        const outcome = await review.run({
          ...ofTask,
          body: { action: ReviewAction.values[action], remark: text, files },
        })
        if (!settle(outcome) || !outcome.ok) return false
        const { failure, status } = outcome.data
        if (failure) await tell({ title: '审批已通过，但业务未能生效', content: failure })
        await next(
          action === 'reject' ? '已驳回' : status === WorkflowStatus.values.passed ? '已同意，流程通过' : '已同意',
        )
        return true
      }
      case 'transfer': {
        const [to] = people
        if (!to) return false
        const done = settle(await transfer.run({ ...ofTask, body: { employeeId: to.employeeId, remark: text } }))
        if (done) await next(`已转交给${to.name}`)
        return done
      }
      case 'addSigner': {
        const employeeIds = people.map((one) => one.employeeId)
        const done = settle(await signers.run({ ...ofTask, body: { where, employeeIds, remark: text } }))
        if (done) toast.success('已加签')
        return done
      }
      case 'cancel':
        return settle(await cancel.run({ ...ofWorkflow, body: { reason: text } }))
      case 'remind': {
        const outcome = await remind.run(ofWorkflow)
        if (outcome.ok) toast.success(`已催办${outcome.data.reminded.join('、')}`)
        return settle(outcome)
      }
      case 'remark':
        return (await remark.run({ ...ofWorkflow, body: { content: text, files } })).ok
      default:
        return false
    }
  }
  const press = (allowed: AllowedAction): void => {
    const act = actOf(allowed)
    if (act) setOpen(act)
    else void run(allowed.action, { text: '', files: [], people: [], where: 'before' })
  }
  return { open, press, run, close: () => setOpen(null) }
}

/** After acting: the next to-do, or the list when there is none. */
function useNextTask(taskId: string | null): (done: string) => Promise<void> {
  const navigate = useNavigate()
  return async (done) => {
    const page = await call(todoPage, { query: { pageSize: 2 } }).catch(() => null)
    const task = page?.rows.find((row) => row.taskId !== taskId)
    toast.success(task ? `${done}，已转到下一件待办` : `${done}，没有其他待办了`)
    if (!task) return void navigate(TODO_LIST, { replace: true })
    void navigate(workflowAddress({ ...task, identity: 'auditPerson' }), { replace: true })
  }
}
