import { Radio, Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { toast } from '#web/feedback.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type committee, replaceReviewer, representatives } from '../../contract/purchaser.ts'
import { TextBox } from '#web/kit/ask-text.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { ExpertPicker } from './expert-picker.tsx'

type Member = OutputOf<typeof committee>['members'][number]

interface ReplaceDialogProps {
  projectId: string
  member: Member
  members: readonly Member[]
  onClose: () => void
}

/** Puts somebody else in a member's place, with the reason on record. */
export function ReplaceDialog({ projectId, member, members, onClose }: ReplaceDialogProps) {
  const params = { projectId }
  const [part, setPart] = useState<'expert' | 'owner'>(member.role === 'owner' ? 'owner' : 'expert')
  const [id, setId] = useState('')
  const [reason, setReason] = useState(member.outReason)
  const staff = useCall(representatives, { params }, { enabled: part === 'owner' })
  const replace = useAction(replaceReviewer, { success: '已更换' })
  const sat = new Map(members.flatMap((m) => (m.expertId ? [[m.expertId, '是或曾是本项目成员'] as const] : [])))
  const run = async () => {
    if (id === '') return toast.warning('请选择更换后的成员')
    if (reason.trim().length < 2) return toast.warning('请填写更换原因')
    const person = part === 'expert' ? { expertId: id } : { employeeId: id }
    const body = { reviewerId: member.reviewerId, reason: reason.trim(), ...person }
    if ((await replace.run({ params, body })).ok) onClose()
  }
  return (
    <FormModal
      open
      title={`更换评标委员会成员：${member.name}`}
      width={860}
      okText="更换"
      cancelText="取消"
      okButtonProps={{ danger: true }}
      confirmLoading={replace.busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p className="rv-dialog-hint kb-hint">
        被更换的成员作出的评审结论无效，由更换后的成员重新评审（《招标投标法实施条例》第四十八条）。其参与汇总的评审项将重新评审。
      </p>
      <Radio.Group
        aria-label="更换后的成员类别"
        value={part}
        options={[
          { value: 'expert', label: '专家' },
          { value: 'owner', label: '采购人代表' },
        ]}
        onChange={(event) => {
          setPart(event.target.value as 'expert' | 'owner')
          setId('')
        }}
      />
      {part === 'expert' ? (
        <ExpertPicker single chosen={id ? [id] : []} barred={sat} onChange={([first = '']) => setId(first)} />
      ) : (
        <Labelled label="采购人代表">
          {(fieldId) => (
            <Select
              id={fieldId}
              className="kb-wide"
              placeholder="从本单位人员中选择"
              options={(staff.data ?? []).map((s) => ({
                value: s.employeeId,
                label: s.departmentName ? `${s.name}（${s.departmentName}）` : s.name,
              }))}
              {...(id ? { value: id } : {})}
              onChange={(value: string) => setId(value)}
            />
          )}
        </Labelled>
      )}
      <TextBox label="更换原因" initial={member.outReason} onChange={setReason} />
    </FormModal>
  )
}
