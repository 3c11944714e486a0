import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { useAction } from '#web/use-call.ts'
import { setCompanyStatus } from '../../contract/admin.ts'

/** Disables a company with a reason, or enables it again. */
export function useCompanyStatus(): (one: { companyId: string; companyName: string; status: number }) => void {
  const change = useAction(setCompanyStatus, { success: '已更新' })
  return ({ companyId, companyName, status }) => {
    const params = { companyId }
    if (status === 0) {
      void ask({ title: `启用${companyName}`, content: '启用后其员工可以立即继续使用。' }).then((agreed) => {
        if (agreed) void change.run({ params, body: { status: 1 } })
      })
      return
    }
    askText({
      title: `停用${companyName}`,
      label: '停用原因',
      hint: '停用后该企业全部员工立即不能使用本平台，正在进行的项目需要另行处理。',
      run: (reason) => change.run({ params, body: { status: 0, reason } }),
    })
  }
}
