import { type ReactNode, useState } from 'react'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useAction } from '#web/use-call.ts'
import { markedCompanies, unmarkCompany } from '../contract.ts'
import { MarkDialog, MarkText, type Marked } from './mark-dialog.tsx'
import { useFollowCompany } from './use-follow.ts'

/** Companies that are marked, followed or not. */
export function Marks({ tabs }: { tabs: ReactNode }) {
  const [marking, setMarking] = useState<Marked | null>(null)
  const unmark = useAction(unmarkCompany, { success: '已删除标记' })
  const follow = useFollowCompany()
  return (
    <ListScreen
      title="我的关注"
      endpoint={markedCompanies}
      rowKey={(row) => row.companyId}
      filters={[{ kind: 'text', name: 'keyword', label: '企业名称、标记或备注' }]}
      columns={[
        { key: 'name', title: '企业', isHead: true, value: (row) => row.name },
        { key: 'mark', title: '标记', value: (row) => row.tag, render: (row) => <MarkText {...row} /> },
        { key: 'markedAt', title: '标记时间', kind: 'date', width: 120, value: (row) => row.markedAt },
      ]}
      rowActions={(row) => [
        { label: '改标记', onClick: () => setMarking(row) },
        !row.isFollowed && { label: '关注', onClick: () => follow.set(row.companyId, true) },
        {
          label: '删除标记',
          confirm: `删除“${row.name}”的标记和备注？`,
          danger: true,
          onClick: () => unmark.run({ params: { companyId: row.companyId } }),
        },
      ]}
      empty={{ title: '还没有标记企业', hint: '在“企业”中为关注的企业加标记，如重点客户、竞争对手；仅本单位可见' }}
    >
      {tabs}
      {marking && <MarkDialog company={marking} onClose={() => setMarking(null)} />}
    </ListScreen>
  )
}
