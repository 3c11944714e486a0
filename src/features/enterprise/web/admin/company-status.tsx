import { Input } from 'antd'
import { ask, toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction } from '#web/use-call.ts'
import { companies, company, setCompanyStatus } from '../../contract/admin.ts'

/** Disables a company with a reason, or enables it again. */
export function useCompanyStatus(): (one: { companyId: string; companyName: string; status: number }) => void {
  const change = useAction(setCompanyStatus, { success: '已更新', refresh: [companies, company] })
  return ({ companyId, companyName, status }) => {
    const params = { companyId }
    if (status === 0) {
      void ask({ title: `启用${companyName}`, content: '启用后其员工可以立即继续使用。' }).then((agreed) => {
        if (agreed) void change.run({ params, body: { status: 1 } })
      })
      return
    }
    openDialog<string>({
      title: `停用${companyName}`,
      content: (state) => (
        <>
          <p>停用后该企业全部员工立即不能使用本平台，正在进行的项目需要另行处理。</p>
          <label htmlFor="disable-reason">停用原因</label>
          <Input.TextArea
            id="disable-reason"
            rows={3}
            maxLength={500}
            onChange={(event) => state.set(event.target.value)}
          />
        </>
      ),
      run: async (reason = '') => {
        if (reason.trim().length >= 2)
          return (await change.run({ params, body: { status: 0, reason: reason.trim() } })).ok
        toast.warning('请填写停用原因')
        return false
      },
    })
  }
}
