import { useNavigate } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { chooseNotices, generateNoticeExport } from '../contract.ts'
import { LIST } from '../rules.ts'

/** Exports notices once the person has seen what it costs, and shows what becomes of it. Resolves to whether it was begun. */
export function useExport(): { busy: boolean; run: (body: InputOf<typeof chooseNotices>['body']) => Promise<boolean> } {
  const choose = useAction(chooseNotices, { overlay: false })
  const start = useAction(generateNoticeExport)
  const navigate = useNavigate()
  return {
    busy: choose.busy || start.busy,
    async run(body) {
      const chosen = await choose.run({ body })
      if (!chosen.ok) return false
      const isSure = await ask({
        title: `导出 ${chosen.data.notices} 条公告`,
        content: costOf(chosen.data),
        okText: '导出',
      })
      if (!isSure) return false
      const begun = await start.run({ params: { code: chosen.data.code } })
      if (begun.ok) void navigate(LIST)
      return begun.ok
    },
  }
}

function costOf({ notices, paid, counts, remain, isUnlimited }: OutputOf<typeof chooseNotices>): string {
  const before = paid === 0 ? '' : paid === notices ? '均已付费，' : `其中 ${paid} 条已付费，`
  if (counts === 0) return `${before}本次不扣次。`
  if (isUnlimited) return `${before}不限次数。`
  const cost = `${before}将使用 ${counts} 次公告导出，剩余 ${remain} 次`
  return counts > remain ? `${cost}，次数不足：任务将等待支付，购买后自动继续。` : `${cost}。导出失败的退回次数。`
}
