import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { PendingDialog } from '#web/kit/pending-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import type { callOffDetail } from '../contract/call-off.ts'
import { conveneTeam, giveVerdict, releaseMember, teamCandidates } from '../contract/team.ts'
import { type Verdict, VERDICTS } from '../rules/team.ts'

export type Delivery = OutputOf<typeof callOffDetail>['deliveries'][number]
export type TeamValue = NonNullable<Delivery['team']>
type Candidate = OutputOf<typeof teamCandidates>['experts'][number]

/** A person to choose; whoever has to avoid is shown with the reason, and cannot be. */
function option({ id, name, title, employer, tie }: Candidate, isExpert: boolean) {
  const from = isExpert ? [title, employer] : [title]
  const about = from.filter(Boolean).join('，')
  return {
    value: id,
    label: `${name}${about && `（${about}）`}${tie && `：应当回避，${tie}`}`,
    disabled: tie !== '',
  }
}

interface Convene {
  task: string
  giveBy: string
  employeeIds?: string[]
  expertIds?: string[]
  leaderId: string
}

/** The purchaser asks employees and experts to look at a delivery. */
export function ConveneDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const params = { deliveryId: delivery.deliveryId }
  const dialog = { title: `组织验收小组：第 ${delivery.no} 批到货`, width: 720, onClose }
  const query = useCall(teamCandidates, { params })
  if (!query.data) return <PendingDialog query={query} {...dialog} />
  const { data } = query
  const employees = data.employees.map((one) => option(one, false))
  const experts = data.experts.map((one) => option(one, true))
  return (
    <ActionDialog<typeof conveneTeam, Convene>
      {...dialog}
      endpoint={conveneTeam}
      hint={[
        '成员各自提交意见，全部提交前任何人都看不到，也不能登记验收。',
        `在供应商${data.supplierName}或其关联单位任职的应当回避。人数宜为三人以上单数。`,
        data.warning,
      ].join('')}
      initial={{ task: '清点数量，核对规格型号和合同约定，查验外观与合格证明，通电或者试用后提出验收意见。' }}
      fields={[
        {
          kind: 'select',
          name: 'employeeIds',
          label: '本单位人员',
          multiple: true,
          searchable: true,
          options: employees,
        },
        { kind: 'select', name: 'expertIds', label: '专家库专家', multiple: true, searchable: true, options: experts },
        {
          kind: 'select',
          name: 'leaderId',
          label: '组长',
          required: true,
          searchable: true,
          options: [...employees, ...experts].filter(({ disabled }) => !disabled),
          help: '须为所选的验收人员',
        },
        { kind: 'area', name: 'task', label: '验收内容', required: true, maxLength: 2000, rows: 3 },
        { kind: 'day', name: 'giveBy', label: '意见提交期限', required: true, future: true },
      ]}
      input={({ employeeIds = [], expertIds = [], ...rest }) => ({ params, body: { ...rest, employeeIds, expertIds } })}
      okText="发出邀请"
      success="邀请已发出，成员收到通知"
    />
  )
}

interface Release {
  reason: string
  replacementId?: string | null
  leaderMemberId?: string | null
}

interface ReleaseDialogProps {
  deliveryId: string
  team: TeamValue
  member: TeamValue['members'][number]
  onClose: () => void
}

/** The purchaser lets a member go that has not spoken, or asks another in its place. */
export function ReleaseDialog({ deliveryId, team, member, onClose }: ReleaseDialogProps) {
  const dialog = { title: `更换或减少成员：${member.name}`, width: 640, onClose }
  const query = useCall(teamCandidates, { params: { deliveryId } })
  if (!query.data) return <PendingDialog query={query} {...dialog} />
  const { data } = query
  const others = team.members.filter((one) => one.memberId !== member.memberId && one.releaseReason === '')
  return (
    <ActionDialog<typeof releaseMember, Release>
      {...dialog}
      endpoint={releaseMember}
      hint="原因记入合同的记录。其余成员均已提交意见时，减少成员后意见即行公开。"
      fields={[
        {
          kind: 'select',
          name: 'replacementId',
          label: '接替人员',
          searchable: true,
          options: [
            ...data.employees.map((one) => option(one, false)),
            ...data.experts.map((one) => option(one, true)),
          ],
          help: '不选择的，验收小组减少该成员',
        },
        {
          kind: 'select',
          name: 'leaderMemberId',
          label: '新的组长',
          required: true,
          options: others.map(({ memberId, name }) => ({ value: memberId, label: name })),
          when: ({ replacementId }) => member.isLeader && !replacementId,
        },
        { kind: 'area', name: 'reason', label: '原因', required: true, maxLength: 500, rows: 2 },
      ]}
      input={({ reason, replacementId, leaderMemberId }) => ({
        params: { teamId: team.teamId, memberId: member.memberId },
        body: { reason, replacementId: replacementId ?? null, leaderMemberId: leaderMemberId ?? null },
      })}
      success="验收小组成员已调整"
    />
  )
}

interface Opinion {
  verdict: Verdict
  reason?: string
  files?: { fileId: string; name: string }[]
}

/** A member says what it finds, once. */
export function OpinionDialog({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  return (
    <ActionDialog<typeof giveVerdict, Opinion>
      title="提交验收意见"
      width={640}
      endpoint={giveVerdict}
      hint="请独立提出意见。全部成员提交前，其他成员和采购人都看不到；提交后不能修改。"
      okText="提交意见"
      fields={[
        {
          kind: 'radio',
          name: 'verdict',
          label: '意见',
          required: true,
          options: Object.entries(VERDICTS).map(([value, label]) => ({ value, label })),
        },
        {
          kind: 'area',
          name: 'reason',
          label: '理由',
          maxLength: 2000,
          rows: 4,
          help: '有保留或者不通过的，须说明理由',
        },
        { kind: 'files', name: 'files', label: '附件', use: 'acceptance-opinion', most: 20 },
      ]}
      input={({ verdict, reason = '', files = [] }) => ({
        params: { teamId },
        body: { verdict, reason, files: files.map(({ fileId, name }) => ({ fileId, name })) },
      })}
      success="意见已提交"
      onClose={onClose}
    />
  )
}
