import type { ReactNode } from 'react'
import { methodOf } from '#features/procurement/methods/all.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import * as c from '../contract.ts'
import { CHANGE_KINDS } from '../rules/panel.ts'

/** Acts that ask for something before they are done. */
export type DialogKind = 'compose' | 'declare' | 'draw' | 'propose' | 'callFinal' | 'report' | 'sign' | 'close'

interface DialogProps {
  desk: c.Desk
  onClose: () => void
}

/** The dialog of an act of the review. */
export function DeskDialog({ kind, ...props }: DialogProps & { kind: DialogKind }) {
  const Dialog = DIALOGS[kind]
  return <Dialog {...props} />
}

const DIALOGS: Readonly<Record<DialogKind, (props: DialogProps) => ReactNode>> = {
  compose: Compose,
  declare: Declare,
  draw: Draw,
  propose: Propose,
  callFinal: CallFinal,
  report: Report,
  sign: Sign,
  close: Close,
}

function Compose({ desk, onClose }: DialogProps) {
  const params = { orderId: desk.orderId }
  const people = useCall(c.panelPeople, { params }).data
  const chosen = (name: string) => desk.members.some((one) => one.name === name)
  if (!people) return null
  return (
    <ActionDialog
      title={`组建${desk.groupName}`}
      endpoint={c.choosePanel}
      initial={{
        employeeIds: people.representatives.filter(({ name }) => chosen(name)).map(({ employeeId }) => employeeId),
        expertIds: people.experts.filter(({ name }) => chosen(name)).map(({ expertId }) => expertId),
      }}
      fields={[
        {
          kind: 'select',
          name: 'employeeIds',
          label: '采购人代表',
          multiple: true,
          searchable: true,
          options: people.representatives.map(({ employeeId, name, department }) => ({
            value: employeeId,
            label: department ? `${name}（${department}）` : name,
          })),
        },
        {
          kind: 'select',
          name: 'expertIds',
          label: '评审专家',
          multiple: true,
          searchable: true,
          options: people.experts.map(({ expertId, name, employer, isDrawn }) => ({
            value: expertId,
            label: `${name}（${employer}${isDrawn ? '，随机抽取' : ''}）`,
          })),
        },
      ]}
      input={(body: { employeeIds?: string[]; expertIds?: string[] }) => ({
        params,
        body: { employeeIds: body.employeeIds ?? [], expertIds: body.expertIds ?? [] },
      })}
      hint={`采购文件约定 ${desk.size} 人。与供应商有任职、关联关系的人员，审计人员和停用人员不在可选范围内。`}
      success="小组成员已确定"
      onClose={onClose}
    />
  )
}

function Declare({ desk, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="回避声明"
      endpoint={c.declarePanel}
      initial={{ hasConflict: 'no', reason: '' }}
      fields={[
        {
          kind: 'radio',
          name: 'hasConflict',
          label: `${desk.own!.name}与参加的供应商`,
          required: true,
          options: [
            { value: 'no', label: '没有利害关系，将独立、公正评审' },
            { value: 'yes', label: '有利害关系，申请回避' },
          ],
        },
        {
          kind: 'area',
          name: 'reason',
          label: '应当回避的情形',
          rows: 2,
          maxLength: 500,
          when: ({ hasConflict }) => hasConflict === 'yes',
        },
      ]}
      input={({ hasConflict, reason = '' }: { hasConflict: unknown; reason?: string }) => ({
        params: { orderId: desk.orderId },
        body: { hasConflict: hasConflict === 'yes', reason },
      })}
      hint="声明后方可看到供应商名称和响应文件。"
      success="已声明"
      onClose={onClose}
    />
  )
}

function Draw({ desk, onClose }: DialogProps) {
  const { act } = methodOf(desk.method).words
  return (
    <ActionDialog
      title={`抽取${act}次序`}
      endpoint={c.drawTurns}
      schema={c.drawTurns.body}
      fields={[
        { kind: 'instant', name: 'beginsAt', label: '第一家开始时间', required: true, future: true },
        { kind: 'text', name: 'place', label: '地点', required: true, maxLength: 200 },
        { kind: 'area', name: 'subject', label: '议题', required: true, rows: 3, maxLength: 2000 },
      ]}
      input={(body: { beginsAt: string; place: string; subject: string }) => ({
        params: { orderId: desk.orderId },
        body,
      })}
      hint={`每家 ${desk.minutes} 分钟，次序由其后的随机信标产生，任何人可以重新计算，不得重抽。`}
      okText="抽取"
      success="已冻结抽取事项，等待随机信标"
      onClose={onClose}
    />
  )
}

function Propose({ desk, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="变动采购需求"
      endpoint={c.proposeChange}
      schema={c.proposeChange.body}
      fields={[
        {
          kind: 'checks',
          name: 'kinds',
          label: '变动范围',
          required: true,
          options: Object.entries(CHANGE_KINDS).map(([value, label]) => ({ value, label })),
        },
        { kind: 'area', name: 'content', label: '变动内容', required: true, rows: 6, maxLength: 8000 },
        { kind: 'instant', name: 'deadline', label: '重新响应截止时间', required: true, future: true },
      ]}
      input={(body: { kinds: (keyof typeof CHANGE_KINDS)[]; content: string; deadline: string }) => ({
        params: { orderId: desk.orderId },
        body,
      })}
      hint="只能变动技术、服务要求和合同草案条款；经采购人代表确认后，同时通知全部继续参加的供应商。"
      success="已提出，等待采购人代表确认"
      onClose={onClose}
    />
  )
}

function CallFinal({ desk, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="要求提交最后报价"
      endpoint={c.callFinalOffers}
      fields={[{ kind: 'instant', name: 'deadline', label: '最后报价截止时间', required: true, future: true }]}
      input={({ deadline }: { deadline: string }) => ({ params: { orderId: desk.orderId }, body: { deadline } })}
      hint={`全部继续参加的供应商在同一时间内一次密封提交；不足 ${desk.least} 家的，采购活动终止。`}
      success="已通知全部继续参加的供应商"
      onClose={onClose}
    />
  )
}

function Report({ desk, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="编制评审报告"
      endpoint={c.makePanelReport}
      fields={[{ kind: 'area', name: 'note', label: '评审意见', rows: 5, maxLength: 4000 }]}
      input={({ note = '' }: { note?: string }) => ({ params: { orderId: desk.orderId }, body: { note } })}
      hint="报告载明成员、供应商响应与商谈情况、需求变动、最后报价和排序，编制后由全体成员签署。"
      success="评审报告已编制，等待成员签署"
      onClose={onClose}
    />
  )
}

function Sign({ desk, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="签署评审报告"
      endpoint={c.signPanelReport}
      fields={[
        { kind: 'text', name: 'signature', label: '本人姓名', required: true, maxLength: 40 },
        { kind: 'area', name: 'dissent', label: '不同意见（选填）', rows: 3, maxLength: 2000 },
      ]}
      input={({ signature, dissent = '' }: { signature: string; dissent?: string }) => ({
        params: { orderId: desk.orderId },
        body: { hash: desk.report!.hash, signature, dissent },
      })}
      hint={`请输入“${desk.own!.name}”签名；对结论有异议的，书面说明不同意见和理由。`}
      okText="签署"
      success="已签署"
      onClose={onClose}
    />
  )
}

function Close({ desk, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="记录未签字并完成"
      endpoint={c.closePanelReport}
      schema={c.closePanelReport.body}
      fields={[{ kind: 'area', name: 'reason', label: '未签字的原因', required: true, rows: 3, maxLength: 1000 }]}
      input={({ reason }: { reason: string }) => ({ params: { orderId: desk.orderId }, body: { reason } })}
      hint="拒绝签字又不书面说明不同意见和理由的，视为同意评审结果。"
      success="评审已完成"
      onClose={onClose}
    />
  )
}
