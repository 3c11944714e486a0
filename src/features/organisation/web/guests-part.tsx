import type { ReactNode } from 'react'
import { useState } from 'react'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { departments } from '../contract/departments.ts'
import { employeeOptions, guestPage } from '../contract/employees.ts'
import { INVITATION_DAYS } from '#features/passport/rules.ts'
import { invite, resendInvitation, withdrawInvitation } from '../contract/invitations.ts'
import { InvitationStatus } from '../contract/shared.ts'
import { optionsOf } from './dept-options.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { SHELL } from '#web/shell/slots.ts'

const TONES: Record<number, Tone> = { 0: 'active', 1: 'success', 2: 'neutral', 3: 'warning', 4: 'neutral' }

interface Values {
  name: string
  mobile: string
  deptId?: string | null
  roleIds?: string[]
}

/** Who asks to be taken in; invitations by SMS and what became of them. */
export function GuestsPart({ tabs }: { tabs: ReactNode }) {
  const [inviting, setInviting] = useState(false)
  const tree = useCall(departments, {})
  const options = useCall(employeeOptions, {})
  const send = useAction(invite, { success: '邀请短信已发送' })
  const resend = useAction(resendInvitation, { success: '已重新发送，之前的链接失效' })
  const withdraw = useAction(withdrawInvitation, { success: '已撤回' })
  return (
    <>
      <ListScreen
        title="组织架构"
        endpoint={guestPage}
        rowKey={(r) => r.invitationId}
        filters={[
          { kind: 'text', name: 'keyword', label: '姓名、手机号码或后四位' },
          { kind: 'select', name: 'status', label: '状态', options: InvitationStatus.options },
        ]}
        columns={[
          { key: 'name', title: '受邀人', render: (r) => <MainCell title={r.name} code={r.mobile} /> },
          { key: 'dept', title: '部门', width: 140, value: (r) => r.deptName },
          { key: 'roles', title: '角色', value: (r) => r.roles.join('、') },
          {
            key: 'status',
            title: '状态',
            width: 90,
            render: (r) => <StatusTag label={InvitationStatus.label(r.status)} tone={TONES[r.status] ?? 'neutral'} />,
          },
          { key: 'by', title: '邀请人', width: 90, value: (r) => r.invitedBy },
          { key: 'sentAt', title: '发送时间', kind: 'time', width: 120, value: (r) => r.sentAt },
          {
            key: 'expiresAt',
            title: '有效期至',
            kind: 'time',
            width: 130,
            value: (r) => (r.status === 0 ? r.expiresAt : null),
          },
        ]}
        rowActions={(r) =>
          r.actions.map(({ action, label, confirm, danger }) => ({
            label,
            ...(confirm ? { confirm } : {}),
            ...(danger ? { danger } : {}),
            onClick: () => (action === 'resend' ? resend : withdraw).run({ params: { invitationId: r.invitationId } }),
          }))
        }
        primary={{ label: '邀请员工', onClick: () => setInviting(true) }}
        empty={{ title: '还没有发出邀请', hint: `受邀人打开短信中的链接即可加入，链接${INVITATION_DAYS}日内有效` }}
      >
        {tabs}
        <Parts of={SHELL.colleagues} />
      </ListScreen>
      {inviting && (
        <FormDrawer<Values>
          title="邀请员工"
          label="发送邀请"
          schema={invite.body}
          initial={{}}
          fields={[
            { kind: 'text', name: 'name', label: '姓名', required: true, maxLength: 40 },
            {
              kind: 'text',
              name: 'mobile',
              label: '手机号码',
              required: true,
              type: 'tel',
              maxLength: 11,
              help: '邀请链接以短信发送至该号码',
            },
            { kind: 'select', name: 'deptId', label: '部门', searchable: true, options: optionsOf(tree.data ?? []) },
            {
              kind: 'select',
              name: 'roleIds',
              label: '加入后的角色',
              multiple: true,
              options: (options.data?.roles ?? []).map((role) => ({ value: role.roleId, label: role.name })),
            },
          ]}
          run={({ name, mobile, deptId = null, roleIds = [] }) =>
            send.run({ body: { name, mobile, deptId: deptId ?? null, roleIds } })
          }
          onClose={() => setInviting(false)}
        />
      )}
    </>
  )
}
