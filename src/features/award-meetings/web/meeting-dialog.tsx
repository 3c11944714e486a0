import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import * as c from '../contract.ts'
import type { Meeting } from './meeting.ts'

export type MeetingDialogKind = 'reply' | 'replace' | 'minute' | 'sign'

interface MeetingDialogProps {
  kind: MeetingDialogKind
  meeting: Meeting
  onClose: () => void
}

/** What an act of a meeting asks for. */
export function MeetingDialog({ kind, meeting, onClose }: MeetingDialogProps) {
  const params = { meetId: meeting.meetId }
  switch (kind) {
    case 'reply':
      return (
        <ActionDialog
          title="答复定标会邀请"
          endpoint={c.replyMeeting}
          fields={[
            {
              kind: 'radio',
              name: 'attends',
              label: '是否参会',
              required: true,
              options: [
                { value: 1, label: '参会，与候选人无利害关系' },
                { value: 0, label: '回避' },
              ],
            },
            { kind: 'area', name: 'reason', label: '回避原因', rows: 2, when: (values) => values.attends === 0 },
          ]}
          input={({ attends, reason = '' }: { attends: number; reason?: string }) => ({
            params,
            body: { attends: attends === 1, reason },
          })}
          success="已答复"
          onClose={onClose}
        />
      )
    case 'replace':
      return <Replace meeting={meeting} onClose={onClose} />
    case 'minute':
      return (
        <ActionDialog
          title="形成会议纪要"
          endpoint={c.writeMinutes}
          fields={[{ kind: 'area', name: 'minutes', label: '会议纪要', required: true, maxLength: 10_000, rows: 12 }]}
          initial={{ minutes: outlineOf(meeting) }}
          input={(values: { minutes: string }) => ({ params, body: values })}
          hint="提交后不能修改，由全体成员签字。"
          okText="提交签字"
          success="会议纪要已提交签字"
          width={720}
          onClose={onClose}
        />
      )
    case 'sign':
      return (
        <ActionDialog
          title="签署会议纪要"
          endpoint={c.signMinutes}
          fields={[
            { kind: 'text', name: 'signature', label: '签名', required: true, placeholder: '请输入本人姓名' },
            { kind: 'area', name: 'remark', label: '签字意见', maxLength: 500, rows: 2 },
          ]}
          input={({ signature, remark = '' }: { signature: string; remark?: string }) => ({
            params,
            body: { signature, remark },
          })}
          okText="签字"
          success="已签字"
          onClose={onClose}
        />
      )
  }
}

function Replace({ meeting, onClose }: Omit<MeetingDialogProps, 'kind'>) {
  const { data } = useCall(c.meetingChoices)
  const seated = meeting.memberList.filter(({ isOut }) => !isOut).map(({ employeeId }) => employeeId)
  return (
    <ActionDialog
      title="更换成员"
      endpoint={c.replaceMember}
      fields={[
        {
          kind: 'select',
          name: 'memberId',
          label: '被更换的成员',
          required: true,
          options: meeting.memberList.map(({ memberId, name, reply }) => ({
            value: memberId,
            label: reply === 'avoiding' ? `${name}（已回避）` : name,
          })),
        },
        {
          kind: 'select',
          name: 'employeeId',
          label: '接任成员',
          required: true,
          searchable: true,
          options: (data?.people ?? [])
            .filter(({ employeeId }) => !seated.includes(employeeId))
            .map(({ employeeId, name, companyName }) => ({ value: employeeId, label: `${name}（${companyName}）` })),
        },
        { kind: 'area', name: 'reason', label: '原因', required: meeting.state === 'held', maxLength: 500, rows: 2 },
      ]}
      input={(values: { memberId: string; employeeId: string; reason?: string }) => ({
        params: { meetId: meeting.meetId },
        body: values,
      })}
      {...(meeting.state === 'held' && {
        hint: '被更换的成员在未开启的投票中所投的票不计，且不再开启；接任成员确认参会后投票。',
      })}
      success="成员已更换"
      onClose={onClose}
    />
  )
}

/** What the minutes begin with: who was there, and what was chosen. */
function outlineOf({ title, agenda, memberList }: Meeting): string {
  const present = memberList.filter(({ isOut }) => !isOut).map(({ name }) => name)
  const results = agenda.map(({ title: order, candidates, chosen }, i) => {
    const name = candidates.find(({ tradeId }) => tradeId === chosen)?.supplierName ?? ''
    return `${i + 1}. ${order}：确定${name}。`
  })
  return [title, `参会成员：${present.join('、')}`, '会议听取评审情况汇报，经讨论和表决：', ...results].join('\n')
}
