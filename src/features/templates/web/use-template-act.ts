import { toast } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { actOnTemplate, deleteTemplate } from '../contract/templates.ts'

const DONE: Readonly<Record<string, string>> = {
  setDefault: '已设为默认',
  unsetDefault: '已取消默认',
  discard: '已恢复为最近发布的版本',
  retire: '已停用',
  restore: '已恢复使用',
}

/** Does what a template's status table offers and no page of its own is for; tells whether it worked. */
export function useTemplateAct(): (templateId: string, action: string) => Promise<boolean> {
  const act = useAction(actOnTemplate)
  const remove = useAction(deleteTemplate, { success: '已删除' })
  return async (templateId, action) => {
    const params = { templateId }
    if (action === 'delete') return (await remove.run({ params })).ok
    const outcome = await act.run({ params, body: { action: action as 'retire' } })
    if (outcome.ok) toast.success(DONE[action] ?? '已完成')
    return outcome.ok
  }
}
