import { Select } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type committee, representatives, setCommittee } from '../../contract/purchaser.ts'
import { checkCommittee, type CommitteeMember } from '../../rules/committee.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { ExpertPicker } from './expert-picker.tsx'
import { MarkedList, markedFindings } from '#web/kit/marked-list.tsx'

type Committee = OutputOf<typeof committee>

interface Person {
  id: string
  name: string
  part: CommitteeMember['part']
}

interface CommitteeChoiceProps {
  projectId: string
  committee: Committee
  onClose: () => void
}

/** Chooses the whole committee; size and composition are checked while choosing, everything else by the server. */
export function CommitteeChoice({ projectId, committee: now, onClose }: CommitteeChoiceProps) {
  const params = { projectId }
  const active = now.members.filter((m) => m.outAt === null)
  const [experts, setExperts] = useState<Person[]>(() =>
    active.flatMap((m) => (m.expertId ? [{ id: m.expertId, name: m.name, part: 'expert' as const }] : [])),
  )
  const [employees, setEmployees] = useState<string[]>(() =>
    active.flatMap((m) => (m.employeeId ? [m.employeeId] : [])),
  )
  const staff = useCall(representatives, { params })
  const save = useAction(setCommittee, { success: '已确定评标委员会' })
  const owners = employees.map((id): Person => {
    const known = staff.data?.find((s) => s.employeeId === id)?.name ?? active.find((m) => m.employeeId === id)?.name
    return { id, name: known ?? '', part: 'owner' }
  })
  const people = [...experts, ...owners]
  const run = async () => {
    const body = { expertIds: experts.map((e) => e.id), employeeIds: employees }
    if ((await save.run({ params, body })).ok) onClose()
  }
  return (
    <FormModal
      open
      title="选择评标委员会成员"
      width={960}
      okText={`确定（${people.length} 人）`}
      cancelText="取消"
      confirmLoading={save.busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <div className="rv-choice">
        <div>
          <ExpertPicker
            chosen={experts.map((e) => e.id)}
            onChange={(ids, known) =>
              setExperts(
                ids.flatMap((id) => {
                  const person = experts.find((e) => e.id === id)
                  const row = known.find((k) => k.expertId === id)
                  return person ? [person] : row ? [{ id, name: row.name, part: 'expert' as const }] : []
                }),
              )
            }
          />
          <Labelled label="采购人代表（不超过成员总数的三分之一）">
            {(id) => (
              <Select
                id={id}
                mode="multiple"
                className="kb-wide"
                placeholder="从本单位人员中选择"
                loading={!staff.data}
                showSearch={{ optionFilterProp: 'label' }}
                options={(staff.data ?? []).map((s) => ({
                  value: s.employeeId,
                  label: s.departmentName ? `${s.name}（${s.departmentName}）` : s.name,
                }))}
                value={employees}
                onChange={(ids: string[]) => setEmployees(ids)}
              />
            )}
          </Labelled>
        </div>
        <aside aria-label="已选成员">
          <h2 className="kb-size-14 kb-below-8">已选 {people.length} 人</h2>
          <ol className="rv-chosen">
            {people.map((p) => (
              <li className="kb-row kb-size-13 kb-pad-y-4" key={p.id}>
                <span className="kb-grow">{p.name}</span>
                <span className="kb-chip">{p.part === 'owner' ? '采购人代表' : '专家'}</span>
                <button
                  type="button"
                  className="kb-accent kb-nowrap"
                  aria-label={`移除${p.name}`}
                  onClick={() =>
                    p.part === 'owner'
                      ? setEmployees(employees.filter((id) => id !== p.id))
                      : setExperts(experts.filter((e) => e.id !== p.id))
                  }
                >
                  移除
                </button>
              </li>
            ))}
          </ol>
          <MarkedList label="合规检查" rows={markedFindings(preview(people, now.regime))} />
        </aside>
      </div>
    </FormModal>
  )
}

/** What can be said before anybody is asked: size and composition. Ties and statements are for the server. */
function preview(people: readonly Person[], regime: Committee['regime']) {
  const members = people.map((p): CommitteeMember => ({ ...p, declared: true }))
  const early = ['committee-size', 'committee-experts']
  return checkCommittee({ regime, members, bidders: [] }).filter((f) => early.includes(f.ruleId))
}
