import { Input } from 'antd'
import { useNavigate } from 'react-router'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import type { RowAction } from '#web/kit/list-types.ts'
import { session } from '#web/shell/session.ts'
import { useAction } from '#web/use-call.ts'
import {
  deleteEmployee,
  disableEmployee,
  enableEmployee,
  inviteAgain,
  type EmployeeRow,
  resetPassword,
  transferAdministrator,
} from '../contract/employees.ts'

/** What the server allows with an employee, as actions of a row. */
export function useEmployeeActions(edit: (employeeId: string) => void): (row: EmployeeRow) => RowAction[] {
  const disable = useAction(disableEmployee, { success: '已禁用，该员工的登录立即失效' })
  const enable = useAction(enableEmployee, { success: '已启用' })
  const remove = useAction(deleteEmployee, { success: '已删除' })
  const again = useAction(inviteAgain, { success: '已再次邀请' })
  const withdraw = useAction(deleteEmployee, { success: '已撤回邀请' })
  const reset = useAction(resetPassword, { success: '已重置为平台默认密码' })
  const transfer = useTransfer()
  return (row) => {
    const input = { params: { employeeId: row.employeeId } }
    const run: Record<string, () => unknown> = {
      edit: () => edit(row.employeeId),
      disable: () => disable.run(input),
      enable: () => enable.run(input),
      delete: () => remove.run(input),
      inviteAgain: () => again.run(input),
      withdraw: () => withdraw.run(input),
      resetPassword: () => reset.run(input),
      transfer: () => transfer(row),
    }
    return row.actions.map(({ action, label, reason, confirm, danger }) => ({
      label,
      onClick: async () => void (await run[action]?.()),
      ...(reason ? { reason } : {}),
      ...(confirm ? { confirm: `${row.name}：${confirm}` } : {}),
      ...(danger ? { danger } : {}),
    }))
  }
}

/** Handing over takes the own password; afterwards the person administers no longer. */
function useTransfer(): (row: EmployeeRow) => void {
  const navigate = useNavigate()
  const transfer = useAction(transferAdministrator, { success: '管理员已移交' })
  return (row) =>
    openDialog<string>({
      title: `移交管理员给${row.name}`,
      content: (state) => (
        <>
          <p>移交后由{row.name}管理本企业的员工、角色与上下级关系，您不再是管理员。该操作不能自行撤回。</p>
          <label htmlFor="transfer-password">您的登录密码</label>
          <Input.Password
            id="transfer-password"
            autoComplete="current-password"
            maxLength={200}
            onChange={(event) => state.set(event.target.value)}
          />
        </>
      ),
      run: async (password = '') => {
        if (password === '') {
          toast.warning('请输入登录密码')
          return false
        }
        const outcome = await transfer.run({ body: { toEmployeeId: row.employeeId, password } })
        if (!outcome.ok) return false
        // Rights and menus are other ones now: everything starts anew at home.
        session.set({ phase: 'new' })
        void navigate('/')
        return true
      },
    })
}
