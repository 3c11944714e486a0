import { EmptyState } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import type { Scope } from '../rules.ts'

const HINTS = {
  purchaser: '报名审核、答疑、开标、评审和定标等事项会出现在这里',
  agency: '报名审核、答疑、开标、评审和定标等事项会出现在这里',
  supplier: '变更确认、投标文件制作和开标解密等事项会出现在这里',
  expert: '回避声明、评审打分和报告签署等事项会出现在这里',
  admin: '需要平台处理的事项会出现在这里',
} as const

/** An empty inbox says what will stand in it. */
export function NothingToDo({ scope }: { scope: Scope }) {
  const { workbench } = useSession()
  if (!workbench) return null
  if (scope === 'company')
    return <EmptyState title="本企业暂无其他待办" hint="同事经办、您也可以处理的事项会出现在这里" />
  return <EmptyState title="暂无待办" hint={HINTS[workbench]} />
}
