import { statusTable } from '#contract/transition.ts'
import { EmployeeStatus } from '../contract/shared.ts'

const S = EmployeeStatus.values

/** What the table looks at. */
export interface EmployeeFacts {
  status: number
  isAdmin: boolean
  /** The one who looks. */
  isSelf: boolean
  /** The only administrator in use. */
  isLastAdmin: boolean
  /** Why the password cannot be set back to the default one; null when it can. */
  noReset: string | null
  /** The person has never shown by a code that the mobile number is theirs. */
  isUnproven: boolean
}

export type EmployeeAction =
  | 'edit'
  | 'disable'
  | 'enable'
  | 'resetPassword'
  | 'transfer'
  | 'delete'
  | 'inviteAgain'
  | 'withdraw'

/** Who looks: only those who administer the company may do anything. */
export interface Keeper {
  administers: boolean
}

const administers = ({ administers: may }: Keeper) => may
const notSelf = (what: string) => (e: EmployeeFacts) => {
  if (e.isSelf) return `不能${what}自己`
  return e.isLastAdmin ? `企业须保留一名在用的管理员，请先移交管理员` : true
}

/** Employees: in use 1, disabled 0, invited 2. A deleted one does not exist. */
export const employeeStatus = statusTable<number, EmployeeAction, EmployeeFacts, Keeper>(
  ({ status }) => status,
  [
    { action: 'edit', label: '编辑', from: [S.enabled, S.disabled, S.invited], who: administers },
    { action: 'inviteAgain', label: '再次邀请', from: [S.invited], who: administers },
    {
      action: 'disable',
      label: '禁用',
      from: [S.enabled],
      to: S.disabled,
      who: administers,
      guard: notSelf('禁用'),
      confirm: '禁用后该员工不能再进入本企业，正在使用的页面立即失效。确认禁用？',
      danger: true,
    },
    { action: 'enable', label: '启用', from: [S.disabled], to: S.enabled, who: administers },
    {
      action: 'resetPassword',
      label: '重置密码',
      from: [S.enabled, S.disabled],
      who: administers,
      guard: (e) => (e.isSelf ? '请在个人中心修改自己的密码' : (e.noReset ?? true)),
      confirm: '密码将恢复为平台默认密码，该员工的登录立即失效，下次登录须修改密码。确认重置？',
    },
    {
      action: 'transfer',
      label: '移交管理员',
      from: [S.enabled],
      who: (who, e) => who.administers && !e.isSelf && !e.isAdmin,
      guard: (e) => (e.isUnproven ? '该员工须先以短信验证码登录，验证手机号' : true),
    },
    {
      action: 'delete',
      label: '删除',
      from: [S.enabled, S.disabled],
      who: administers,
      guard: notSelf('删除'),
      confirm: '删除后该员工不再属于本企业，已办理的业务记录保留。确认删除？',
      danger: true,
    },
    {
      action: 'withdraw',
      label: '撤回邀请',
      from: [S.invited],
      who: administers,
      confirm: '撤回后对方不能再接受邀请。确认撤回？',
      danger: true,
    },
  ],
)
