import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { followedCompanies, follows } from '../contract.ts'
import { FollowDialog } from './follow-dialog.tsx'
import { StandingNote, TOLD_COLUMNS } from './followed.tsx'
import { MarkDialog, MarkText, type Marked } from './mark-dialog.tsx'
import { SERVICES, useFollowCompany } from './use-follow.ts'

type Row = OutputOf<typeof followedCompanies>['rows'][number]

/** Companies that are followed, each with its mark. */
export function Companies({ tabs }: { tabs: ReactNode }) {
  const [isAdding, setAdding] = useState(false)
  const [marking, setMarking] = useState<Marked | null>(null)
  const standing = useCall(follows).data?.companies
  const follow = useFollowCompany()
  const isBought = standing?.limit !== 0
  return (
    <ListScreen
      title="我的关注"
      endpoint={followedCompanies}
      rowKey={(row) => row.companyId}
      filters={[{ kind: 'text', name: 'keyword', label: '企业名称或标记' }]}
      columns={[
        {
          key: 'name',
          title: '企业',
          width: 260,
          isHead: true,
          value: (row) => row.name,
          render: (row) => (
            <span className="kb-column">
              <span className="kb-break">{row.name}</span>
              <span className="kb-note">{rolesOf(row)}</span>
            </span>
          ),
        },
        {
          key: 'mark',
          title: '标记',
          width: 180,
          value: (row) => row.mark?.tag ?? '',
          render: (row) => (row.mark ? <MarkText {...row.mark} /> : '-'),
        },
        ...TOLD_COLUMNS,
      ]}
      rowActions={(row) => [
        { label: row.mark ? '改标记' : '标记', onClick: () => setMarking({ ...row, ...row.mark }) },
        {
          label: '取消关注',
          confirm: `不再关注“${row.name}”？标记会保留。`,
          onClick: () => follow.set(row.companyId, false),
        },
      ]}
      primary={
        isBought ? { label: '关注企业', onClick: () => setAdding(true) } : { label: '开通关注企业', to: SERVICES }
      }
      empty={{ title: '还没有关注企业', hint: '关注采购单位可及时得知其新公告，关注供应商可得知其公开的结果' }}
    >
      {tabs}
      <StandingNote followed="companies" />
      {isAdding && <FollowDialog onClose={() => setAdding(false)} />}
      {marking && <MarkDialog company={marking} onClose={() => setMarking(null)} />}
    </ListScreen>
  )
}

function rolesOf({ isPurchaser, isSupplier }: Row): string {
  return [isPurchaser && '采购人', isSupplier && '供应商'].filter(Boolean).join('、')
}
