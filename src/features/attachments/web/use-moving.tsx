import { Input, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { toast } from '#web/feedback.ts'
import { openDialog } from '#web/kit/dialog.tsx'
import { useAction } from '#web/use-call.ts'
import { type AttachmentGroup, createGroup, moveAttachments } from '../contract/groups.ts'
import { groupLabel } from './group-list.tsx'

/** An existing group, or the name of one that is made now. */
type Target = { groupId: string } | { name: string }

/** Puts attachments into a group that is asked for, or takes them out of theirs. */
export function useMoving(groups: readonly AttachmentGroup[]) {
  const create = useAction(createGroup)
  const move = useAction(moveAttachments, { success: '已移动' })
  const run = async (groupId: string | null, attachmentIds: string[]) =>
    (await move.run({ body: { groupId, attachmentIds } })).ok
  return {
    takeOut: (attachmentIds: string[]) => run(null, attachmentIds),
    /** Resolves when the dialog is open; what it does then is its own. */
    putInto: (attachmentIds: string[]) =>
      openDialog<Target>({
        title: `移入分组（${attachmentIds.length} 个附件）`,
        content: (state) => <TargetFields groups={groups} onChange={state.set} />,
        run: async (target = firstTarget(groups)) => {
          if ('groupId' in target) return run(target.groupId, attachmentIds)
          if (!target.name.trim()) {
            toast.warning('请输入分组名称')
            return false
          }
          const made = await create.run({ body: { name: target.name.trim() } })
          return made.ok && run(made.data.groupId, attachmentIds)
        },
      }),
  }
}

function firstTarget([first]: readonly AttachmentGroup[]): Target {
  return first ? { groupId: first.groupId } : { name: '' }
}

function TargetFields({ groups, onChange }: { groups: readonly AttachmentGroup[]; onChange: (value: Target) => void }) {
  const id = useId()
  const [target, setTarget] = useState(() => firstTarget(groups))
  const set = (next: Target) => {
    setTarget(next)
    onChange(next)
  }
  const isNew = 'name' in target
  return (
    <div className="kb-stack kb-gap-6">
      {groups.length > 0 && (
        <Radio.Group
          aria-label="移入"
          value={isNew ? 'new' : 'old'}
          onChange={(event) => set(event.target.value === 'new' ? { name: '' } : firstTarget(groups))}
          options={[
            { value: 'old', label: '已有分组' },
            { value: 'new', label: '新建分组' },
          ]}
        />
      )}
      <label htmlFor={id}>{isNew ? '新分组名称' : '分组'}</label>
      {isNew ? (
        <Input
          id={id}
          value={target.name}
          maxLength={100}
          placeholder="例如：设备验收资料"
          onChange={(event) => set({ name: event.target.value })}
        />
      ) : (
        <Select
          id={id}
          value={target.groupId}
          showSearch={{ optionFilterProp: 'label' }}
          options={groups.map((group) => ({ value: group.groupId, label: groupLabel(group) }))}
          onChange={(groupId) => set({ groupId })}
        />
      )}
    </div>
  )
}
